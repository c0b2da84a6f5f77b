// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// Whose files are believed, where the user is 1000 and another one 1001.
struct FileTrustTests {
  private static let home = FileFacts(owner: 1000, mode: S_IFDIR | 0o755)
  private static let shared = FileFacts(owner: 0, mode: S_IFDIR | S_ISVTX | 0o777)

  private func refusal(
    _ trust: FileTrust,
    owner: uid_t = 1000,
    mode: mode_t = 0o600,
    links: Int = 1,
    linkOwner: uid_t? = nil,
    in folder: FileFacts = home
  ) -> String? {
    let file = FileFacts(owner: owner, mode: S_IFREG | mode, links: links)
    let entry = linkOwner.map { FileFacts(owner: $0, mode: S_IFLNK | 0o777) } ?? file
    return trust.refusal(of: file, entry: entry, in: folder, for: 1000)
  }

  @Test(arguments: [FileTrust.own, .kept, .named])
  func `a file of one's own is believed, unless all may write to it`(trust: FileTrust) {
    #expect(refusal(trust) == nil)
    #expect(refusal(trust, mode: 0o644, in: Self.shared) == nil)
    #expect(refusal(trust, mode: 0o666)?.contains("chmod go-w") == true)
    #expect(refusal(trust, mode: 0o602)?.contains("chmod go-w") == true)
  }

  @Test func `only a file that nobody but the SDK writes is refused where its group may write to it`() {
    #expect(refusal(.own, mode: 0o660) != nil)
    #expect(refusal(.kept, mode: 0o664) == nil)
    #expect(refusal(.named, mode: 0o664) == nil)
  }

  @Test func `what was written by the SDK is believed only where it is this user's`() {
    for trust in [FileTrust.own, .kept] {
      for owner in [0, 1001] as [uid_t] {
        #expect(refusal(trust, owner: owner)?.contains("another user (\(owner))") == true)
      }
    }
    #expect(refusal(.own, links: 2)?.contains("another name") == true)
  }

  @Test func `a file that another service writes is believed, unless it may have been planted`() {
    #expect(refusal(.named, owner: 1001, mode: 0o644) == nil)
    #expect(refusal(.named, owner: 0, mode: 0o644, in: Self.shared) == nil)
    #expect(refusal(.named, owner: 1001, mode: 0o644, in: Self.shared)?.contains("(1001)") == true)
    // A link of theirs to a file of ours is as bad.
    #expect(refusal(.named, linkOwner: 1001, in: Self.shared)?.contains("(1001)") == true)
    // A container's volume belongs to the service that shares it.
    var volume = Self.shared
    volume.owner = 1001
    #expect(refusal(.named, owner: 1001, mode: 0o644, in: volume) == nil)
  }

  @Test func `a device stands for an empty file, except for records`() {
    let null = FileFacts(owner: 0, mode: S_IFCHR | 0o666)
    #expect(FileTrust.kept.refusal(of: null, entry: null, in: Self.home, for: 1000) == nil)
    #expect(FileTrust.own.refusal(of: null, entry: null, in: Self.home, for: 1000) != nil)
  }

  /// What each file is for, and what reading it throws.
  private static let readers: [(name: String, read: @Sendable (String) async throws -> Void)] = [
    ("a jar", { path in _ = try CookieOptions.file(path) }),
    ("hosts", { path in _ = try SecureHostFile(path: path).read() }),
    ("an identity", { path in _ = try await FileIdentityStore(path).load() }),
    ("a client", { path in _ = try ClientIdentity(file: path) }),
    ("a token", { path in _ = try TokenFile(path).look() }),
    ("cookies", { path in _ = try CookieOptions.reading(path) }),
  ]

  private func refusals(_ change: (String) throws -> Void) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trust-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // As /tmp is.
    #expect(chmod(folder.path, 0o1777) == 0)
    defer { try? FileManager.default.removeItem(at: folder) }
    var refusals: [String] = []
    for (name, read) in Self.readers {
      let path = folder.appending(path: name).path
      try Data(#"{"version": 1, "cookies": [], "clientID": "c"}"#.utf8).write(to: URL(filePath: path))
      #expect(chmod(path, 0o600) == 0)
      if name == "a client" { try Data(UUID().uuidString.utf8).write(to: URL(filePath: path)) }
      if name == "a token" { try Data("token".utf8).write(to: URL(filePath: path)) }
      try await read(path)
      try change(path)
      do {
        try await read(path)
        Issue.record("\(name) was believed")
      } catch {
        refusals.append("\(error)")
      }
    }
    return refusals
  }

  @Test func `every file with state is refused where all may write to it, with the remedy`() async throws {
    let refusals = try await refusals { path in #expect(chmod(path, 0o666) == 0) }
    #expect(refusals.count == Self.readers.count)
    for refusal in refusals { #expect(refusal.contains("chmod go-w"), "\(refusal)") }
  }

  @Test(.enabled(if: geteuid() == 0, "only root gives files away"))
  func `every file with state is refused where another user has put it there`() async throws {
    let refusals = try await refusals { path in #expect(chown(path, 65_534, 65_534) == 0) }
    #expect(refusals.count == Self.readers.count)
    for refusal in refusals { #expect(refusal.contains("another user (65534)"), "\(refusal)") }
  }
}
