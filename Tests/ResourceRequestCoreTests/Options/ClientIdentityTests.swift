// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// The file with the identity of an installation.
final class ClientIdentityTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "identity-\(UUID())")
  private var path: String { folder.appending(path: "id").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func code(_ path: String) -> ResourceError.Code? {
    do {
      _ = try ClientIdentity(file: path)
      return nil
    } catch {
      return (error as? ResourceError)?.code
    }
  }

  @Test func `it is made once, and the same at every start`() throws {
    let first = try ClientIdentity(file: path)
    #expect(UUID(uuidString: first.id) != nil)
    #expect(try ClientIdentity(file: path) == first)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["id"])
  }

  @Test func `its file is for its owner's eyes only`() throws {
    _ = try ClientIdentity(file: path)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
  }

  @Test func `a file of another program is read in either case, with a line end or without`() throws {
    let id = UUID()
    for text in [id.uuidString, id.uuidString.lowercased() + "\n", id.uuidString + "\r\nmore\n"] {
      try Data(text.utf8).write(to: URL(filePath: path))
      #expect(try ClientIdentity(file: path) == ClientIdentity(id))
    }
  }

  @Test(arguments: ["", "\n", "no uuid", "\u{0}", String(repeating: "A", count: 5000)])
  func `a file that holds something else is an error, and stays as it is`(text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
    #expect(code(path) == .invalidIdentity)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
  }

  @Test func `a folder in its place, or none to put it in, is an error`() throws {
    #expect(code(folder.path) == .invalidIdentity)
    #expect(code(folder.appending(path: "none/id").path) == .invalidIdentity)
  }

  @Test func `of many that start at once all get one identity`() async throws {
    let path = path
    let identities = try await withThrowingTaskGroup(of: ClientIdentity.self) { group in
      for _ in 0..<50 { group.addTask { try ClientIdentity(file: path) } }
      return try await group.reduce(into: Set<ClientIdentity>()) { $0.insert($1) }
    }
    #expect(identities.count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["id"])
  }
}
