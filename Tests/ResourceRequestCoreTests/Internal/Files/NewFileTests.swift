// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// Replacing files, pipes and devices.
struct NewFileTests {
  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "new-file-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test func `a file is replaced, readable by its owner only`() throws {
    try inFolder { folder in
      let path = folder.appending(path: "file").path
      try Data("old and longer".utf8).write(to: URL(filePath: path))
      try NewFile.replace(path, with: Data("new".utf8))
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("new".utf8))
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }

  @Test func `a pipe is written to and stays a pipe, and without a reader it is an error`() throws {
    try inFolder { folder in
      let path = folder.appending(path: "pipe").path
      #expect(mkfifo(path, 0o600) == 0)
      #expect(throws: SystemFailure.self) { try NewFile.replace(path, with: Data("lost".utf8)) }
      let reader = open(path, O_RDONLY | O_NONBLOCK)
      defer { close(reader) }
      try NewFile.replace(path, with: Data("taken".utf8))
      var bytes = [UInt8](repeating: 0, count: 16)
      #expect(read(reader, &bytes, bytes.count) == 5)
      #expect(bytes.starts(with: "taken".utf8))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["pipe"])
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  @Test func `a device stays a device`() throws {
    try inFolder { folder in
      // Through a link, so that a bug would remove the link and not the device.
      let link = folder.appending(path: "null").path
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/dev/null")
      try NewFile.replace(link, with: Data("gone".utf8))
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "/dev/null")
    }
  }
}
