// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import Synchronization
  import TestSupport
  import Testing

  /// Bodies that are never in memory as a whole: back pressure keeps the producer close to the consumer.
  ///
  /// The bytes between the two are in memory, including the system's socket buffers. `Tests/benchmark --only transfers`
  /// does the same with 4 GiB and measures the process.
  @Suite(.everyWire, .timeLimit(.minutes(2)))
  struct LargeBodyTests {
    private static let size = 256 << 20
    /// The window of the stream, libcurl's buffers, and the largest socket buffers of Linux: 4 and 32 MiB.
    private static let mostBetween = 64 << 20

    @Test func `a body made while it is sent waits for the server that takes it`() async throws {
      let taken = Atomic<Int>(0)
      let server = try ScriptedServer { connection in
        _ = try connection.readHead()
        var left = Self.size
        while left > 0 {
          let count = try connection.readAvailable().count
          if count == 0 { return }
          left -= count
          taken.add(count, ordering: .relaxed)
        }
        try connection.send(ScriptedResponse(200, "\(taken.load(ordering: .relaxed))"))
      }
      defer { server.stop() }
      let farthest = Atomic<Int>(0)
      let (writer, body) = ResourceRequest.Body.bound(length: Self.size, type: "application/octet-stream")
      let maker = Task {
        let piece = Data(repeating: 7, count: 64 << 10)
        for made in stride(from: piece.count, through: Self.size, by: piece.count) {
          try await writer.write(piece)
          farthest.max(made - taken.load(ordering: .relaxed), ordering: .relaxed)
        }
        writer.finish()
      }
      var request = ResourceRequest(server.url(), method: .put)
      request.body = body
      #expect(try await ResourceClient(options: .everyWire).send(request).text == "\(Self.size)")
      try await maker.value
      #expect(farthest.load(ordering: .relaxed) < Self.mostBetween)
    }

    @Test func `a server waits for the reader of its answer`() async throws {
      let sent = Atomic<Int>(0)
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.size)\r\n\r\n")
        let piece = [UInt8](repeating: 7, count: 256 << 10)
        for _ in 0..<(Self.size / piece.count) {
          try connection.send(piece)
          sent.add(piece.count, ordering: .relaxed)
        }
      }
      defer { server.stop() }
      let others = try ScriptedServer.echo()
      defer { others.stop() }
      let client = ResourceClient(options: .everyWire)
      let answer = try await client.stream(ResourceRequest(server.url()))
      // Nobody reads the stream. Each of these requests makes the loop turn a few times and read what it has room for.
      for _ in 0..<600 { _ = try await client.send(ResourceRequest(others.url())) }
      #expect(sent.load(ordering: .relaxed) < Self.mostBetween)
      var read = 0
      for try await chunk in answer { read += chunk.count }
      #expect(read == Self.size)
    }
  }
#endif
