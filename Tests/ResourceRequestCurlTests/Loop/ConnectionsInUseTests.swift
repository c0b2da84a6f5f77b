// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// Only libcurl reads from or shuts down a connection in use, whatever libcurl reports about its socket.
  @Suite(.everyWire)
  struct ConnectionsInUseTests {
    /// 3 MB of random bytes.
    private static let body = [UInt8](SeededGenerator.bytes(3_000_000))

    /// Compares outside of the expectation, which would compute the differences and take very long.
    private static func isWhole(_ received: [UInt8]) -> Bool { Data(received) == Data(body) }

    private static func server(_ framing: FastAnswer.Framing, pace: FastAnswer.Pace = .fast) throws -> FastServer {
      let body = body[...]
      return try FastServer { request in
        switch request.target {
        case "/small": FastAnswer(200, [1, 2, 3])
        case "/moved": FastAnswer(302, [1, 2, 3], fields: [("Location", "/large")])
        default: FastAnswer(200, body, framing: framing, pace: pace)
        }
      }
    }

    @Test(arguments: FastAnswer.Framing.allCases)
    func `a stream on a kept connection arrives whole from a server as fast as it`(_ framing: FastAnswer.Framing)
      async throws
    {
      let server = try Self.server(framing)
      defer { server.stop() }
      for _ in 0..<60 {
        let client = ResourceClient(options: .everyWire)
        _ = try await client.send(ResourceRequest(server.url("/small")))
        let answer = try await client.stream(ResourceRequest(server.url("/large")))
        var received: [UInt8] = []
        for try await chunk in answer { received += chunk }
        #expect(Self.isWhole(received), "\(received.count) bytes")
      }
    }

    @Test(arguments: FastAnswer.Framing.allCases)
    func `a download on a kept connection arrives whole from a server as fast as it`(_ framing: FastAnswer.Framing)
      async throws
    {
      let server = try Self.server(framing)
      let target = FileManager.default.temporaryDirectory.appendingPathComponent("in-use-\(UUID().uuidString)").path
      defer {
        server.stop()
        try? FileManager.default.removeItem(atPath: target)
      }
      let client = ResourceClient(options: .everyWire)
      for _ in 0..<60 {
        _ = try await client.send(ResourceRequest(server.url("/small")))
        _ = try await client.download(ResourceRequest(server.url("/large")), to: target)
        let received = try Array(Data(contentsOf: URL(fileURLWithPath: target)))
        #expect(Self.isWhole(received), "\(received.count) bytes")
      }
    }

    @Test func `a connection whose reader pauses outlasts the time that idle ones are kept`() async throws {
      let server = try Self.server(.close)
      let other = try ScriptedServer(responses: [ScriptedResponse(200, "ok")], repeatsLast: true)
      defer { server.stop() }
      let settings = ServiceSettings(connection: ConnectionOptions(idleTime: .milliseconds(20)))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings), options: .everyWire)
      for _ in 0..<5 {
        _ = try await client.send(ResourceRequest(server.url("/small")))
        let answer = try await client.stream(ResourceRequest(server.url("/large")), window: 16 << 10)
        let chunks = answer.makeAsyncIterator()
        var received = Array(try await chunks.next() ?? Data())
        // The other connection becomes idle after this one paused; once its idle time has closed it, this one's would
        // be over too.
        _ = try await client.send(ResourceRequest(other.url("/")))
        try await other.waitForPeerClose(of: other.connections.count - 1)
        while let chunk = try await chunks.next() { received += chunk }
        #expect(Self.isWhole(received), "\(received.count) bytes")
      }
    }

    @Test func `what an idle connection says is dropped while another host is being connected to`() async throws {
      let unasked = Gate()
      let server = try ScriptedServer { connection in
        guard try connection.nextRequest() != nil else { return }
        try connection.send(ScriptedResponse(200, "ok"))
        try connection.wait(for: unasked)
        try connection.send(ScriptedResponse(200, "smuggled"))
        try connection.waitForPeerClose()
      }
      let silent = try SilentListener()
      defer { server.stop() }
      let client = ResourceClient(options: .everyWire)
      let connecting = Task { try await client.send(ResourceRequest("http://127.0.0.1:\(silent.port)/")) }
      defer { connecting.cancel() }
      let request = ResourceRequest(server.url("/"), method: .post)
      #expect(try await client.send(request).text == "ok")
      unasked.open()
      try await server.waitForPeerClose(of: 0)
      #expect(try await client.send(request).text == "ok")
    }
  }
#endif
