// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Chunks contain everything that libcurl delivers, in order and without delay.
  @Suite(.everyWire)
  struct StreamChunkTests {
    private static let content = [UInt8](SeededGenerator.bytes(3_000_017))

    @Test(arguments: [1, 20_000, 256 << 10, 1 << 20])
    func `a stream is what was sent, whatever its window and however it was cut`(window: Int) async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        var rest = Self.content[...]
        for size in [1, 16_383, 16_384, 16_385, 200_000, 262_144, 262_145, 1_000_000, .max] {
          let piece = rest.prefix(size)
          rest = rest.dropFirst(piece.count)
          try connection.send(Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8))
        }
        try connection.send("0\r\n\r\n")
      }
      defer { server.stop() }
      var received = Data()
      for try await chunk in try await ResourceClient(options: .everyWire).stream(
        ResourceRequest(server.url()),
        window: window
      ) {
        #expect(!chunk.isEmpty)
        received.append(chunk)
      }
      #expect(received == Data(Self.content))
    }

    @Test func `many streams at once are not mixed up`() async throws {
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        let start = Int(request.target.drop { !$0.isNumber }) ?? 0
        let body = Array(Self.content[start...])
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n")
        try connection.send(body)
      }
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for start in 1...8 {
          group.addTask {
            var received = Data()
            for try await chunk in try await client.stream(ResourceRequest(server.url("/\(start)"))) {
              received.append(chunk)
            }
            return received == Data(Self.content[start...])
          }
        }
        for try await isSame in group { #expect(isSame) }
      }
    }

    @Test func `what came before a broken connection is read before its error`() async throws {
      let sent = Array(Self.content.prefix(200_001))
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n")
        try connection.send(sent)
      }
      defer { server.stop() }
      var received = Data()
      let error = await #expect(throws: ResourceError.self) {
        for try await chunk in try await ResourceClient(options: .everyWire).stream(ResourceRequest(server.url())) {
          received += chunk
        }
      }
      #expect(error?.code == .connectionClosed)
      #expect(received == Data(sent))
    }

    @Test func `a reader that leaves in the middle of a large body ends the exchange, and nothing is kept`()
      async throws
    {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(1 << 40)\r\n\r\n")
        // Throws once the connection is closed.
        while true { try connection.send(Self.content) }
      }
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      var read = 0
      for try await chunk in try await client.stream(ResourceRequest(server.url())) {
        read += chunk.count
        if read > 1 << 20 { break }
      }
      #expect(await client.drain(within: TimeLimit.standard))
    }
  }
#endif
