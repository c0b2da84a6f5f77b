// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Where `--har` writes, and what the exit status says of it.
@Suite struct HARFileTests {
  private static func entries(_ data: Data) throws -> Int? {
    try JSON(parsing: data)["log"]["entries"].array?.count
  }

  @Test func `a symbolic link stays, and its target is replaced`() async throws {
    try await withTemporaryFolder { folder in
      let (link, target) = (folder.appending(path: "link.har"), folder.appending(path: "target.har"))
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
      let outcome = try await BytesServer.send(["--har", link.path], BytesServer.answer())
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == target.path)
      #expect(try Self.entries(Data(contentsOf: target)) == 1)
    }
  }

  @Test func `a recording that cannot be written is an error, and the response is written all the same`() async throws {
    let outcome = try await BytesServer.send(["--har", "/dev/full"], BytesServer.answer())
    #expect(outcome.status == 74)
    #expect(outcome.output == BytesServer.bytes)
    #expect(outcome.errors.contains("--har: the recording cannot be written: /dev/full"))
  }

  @Test func `a folder that is not there is told of before anything is sent`() async throws {
    let outcome = try await BytesServer.send(["--har", "/nowhere/call.har"], BytesServer.answer())
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--har: cannot create a file in /nowhere: No such file or directory; choose"))
  }

  @Test func `a descriptor that is not open is told of before anything is sent`() async throws {
    let outcome = try await BytesServer.send(["--har", "/dev/fd/9077"], BytesServer.answer())
    #expect(outcome.status == 74)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.contains("--har: /dev/fd/9077 cannot be written: "))
  }

  @Test func `a name of the greatest length is possible`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: String(repeating: "n", count: 251) + ".har")
      let outcome = try await BytesServer.send(["--har", file.path], BytesServer.answer())
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Self.entries(Data(contentsOf: file)) == 1)
    }
  }

  @Test func `a call that sends nothing leaves an earlier recording unchanged`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "earlier.har")
      try Data("earlier".utf8).write(to: file)
      let outcome = try await BytesServer.send(["--har", file.path, "--json", "@/nowhere"], BytesServer.answer())
      #expect(outcome.status != 0)
      #expect(try Data(contentsOf: file) == Data("earlier".utf8))
    }
  }

  @Test func `a dash is stdout`() async throws {
    let outcome = try await BytesServer.send(["--har", "-", "--output", "/dev/null"], BytesServer.answer())
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try Self.entries(outcome.output) == 1)
  }
}
