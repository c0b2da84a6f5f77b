// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// How a redirect's own body is handled, for every way to call, with few connections.
  struct RedirectBodyTests {
    /// Bodies of redirects that the client does not need.
    enum Unwanted: String, CaseIterable, Sendable {
      case announced, chunked, untilClose, large

      func send(over connection: ScriptedConnection, to location: String) throws {
        let head = "HTTP/1.1 302 Found\r\nLocation: \(location)\r\n"
        switch self {
        case .announced: try connection.send(head + "Content-Length: 1000\r\n\r\nhalf")
        case .chunked: try connection.send(head + "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n")
        case .untilClose: try connection.send(head + "Connection: close\r\n\r\nhalf")
        case .large:
          try connection.send(head + "Content-Length: 8000000\r\n\r\n" + String(repeating: "x", count: 8_000_000))
          // The body may have been read before it was cancelled; the connection is then reusable.
          return
        }
        try connection.waitForPeerClose()
      }
    }

    private static func end(_ text: String = "end") -> ScriptedResponse {
      ScriptedResponse(200, headers: [("Content-Type", "text/event-stream")], "data: \(text)\n\n")
    }

    private func client(_ settings: ServiceSettings) -> ResourceClient {
      ResourceClient(configuration: ResourceConfiguration(defaults: settings))
    }

    private static var oneConnection: ServiceSettings {
      ServiceSettings(timeouts: Timeouts(read: .seconds(600), total: .seconds(600)), maxConnections: 1)
    }

    @Test(arguments: WayToCall.allCases, Unwanted.allCases)
    func `a redirect is followed at its head, whatever its body`(way: WayToCall, body: Unwanted) async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.target == "/end" {
            try connection.send(RedirectBodyTests.end())
          } else {
            try body.send(over: connection, to: "/end")
          }
        }
      }
      defer { server.stop() }
      let start = ContinuousClock.now
      let text = try await way.text(ResourceRequest(server.url("/start")), by: client(Self.oneConnection))
      #expect(text.contains("end"))
      // The read and total timeouts are much longer, so the call did not wait for them.
      #expect(start.duration(to: .now) < .seconds(300))
      #expect(server.requests.map(\.target) == ["/start", "/end"])
    }

    @Test(arguments: WayToCall.allCases)
    func `a call that is led away and back again does not wait for itself`(way: WayToCall) async throws {
      let away = Lock("")
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.target == "/back" {
            try connection.send(RedirectBodyTests.end())
          } else {
            try Unwanted.announced.send(over: connection, to: away.withLock { $0 })
          }
        }
      }
      let home = server.url("/back")
      let other = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try Unwanted.chunked.send(over: connection, to: home)
      }
      defer {
        server.stop()
        other.stop()
      }
      away.withLock { $0 = other.url("/") }
      let text = try await way.text(ResourceRequest(server.url("/start")), by: client(Self.oneConnection))
      #expect(text.contains("end"))
    }

    @Test(arguments: WayToCall.allCases)
    func `the connection of a redirect with a small body is kept`(way: WayToCall) async throws {
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          try connection.send(
            request.target == "/end"
              ? RedirectBodyTests.end()
              : ScriptedResponse(307, headers: [("Location", "/end")], String(repeating: "moved ", count: 1000))
          )
        }
      }
      defer { server.stop() }
      _ = try await way.text(ResourceRequest(server.url("/start")), by: client(Self.oneConnection))
      #expect(server.connections.count == 1)
    }

    @Test(arguments: WayToCall.allCases.filter { $0.isStreamed })
    func `a stream stays one at another origin`(way: WayToCall) async throws {
      let size = 3_000_000
      let other = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(RedirectBodyTests.end(String(repeating: "x", count: size)))
      }
      let location = other.url("/big")
      let server = try ScriptedServer(responses: [ScriptedResponse(302, headers: [("Location", location)], "moved")])
      defer {
        server.stop()
        other.stop()
      }
      // The limit for bodies that are buffered.
      let settings = ServiceSettings(limits: ResponseLimits(bodyBytes: 1000))
      var request = ResourceRequest(server.url("/start"))
      if way == .events { request.limits = ResponseLimits(bodyBytes: 1000) }
      let client = client(settings)
      if way == .events {
        var options = ServerEventOptions()
        options.eventLimit = size + 100
        for try await event in client.events(request, options: options) {
          #expect(event.data.utf8.count == size)
          break
        }
      } else {
        #expect(try await way.text(request, by: client).utf8.count == size + "data: \n\n".utf8.count)
      }
    }

    @Test func `events come as they are sent from another origin too`() async throws {
      let gate = Gate()
      let other = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        try connection.wait(for: gate)
        try connection.send("data: 2\n\n")
      }
      let location = other.url("/")
      let server = try ScriptedServer(responses: [ScriptedResponse(302, headers: [("Location", location)])])
      defer {
        server.stop()
        other.stop()
      }
      var seen: [String] = []
      for try await event in ResourceClient().events(ResourceRequest(server.url("/"))) {
        seen.append(event.data)
        gate.open()
        if seen.count == 2 { break }
      }
      #expect(seen == ["1", "2"])
    }

    @Test func `each exchange of a call tells what it cost, those of redirects too`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(302, headers: [("Location", "/x")], "moved, moved"), ScriptedResponse(200, "here"),
      ])
      defer { server.stop() }
      let response = try await ResourceClient().send(ResourceRequest(server.url("/")))
      let costs = response.redirects.map(\.metrics) + [response.metrics.last]
      #expect(costs.map(\.reusedConnection) == [false, true])
      #expect(costs.allSatisfy { $0.total > .zero && $0.bytesSent > 0 && $0.peerPort != nil })
      // More than the body alone, since heads count too.
      #expect(costs[0].bytesReceived > "moved, moved".utf8.count)
    }

    @Test(arguments: [1_000, 500_000])
    func `a redirect that is declined keeps its body, as a whole and as a stream`(size: Int) async throws {
      let server = try ScriptedServer(
        responses: [ScriptedResponse(302, headers: [("Location", "/x")], String(repeating: "x", count: size))],
        repeatsLast: true
      )
      defer { server.stop() }
      var request = ResourceRequest(server.url("/"))
      request.redirects = .decide { _ in false }
      #expect(try await ResourceClient().send(request).data.count == size)
      #expect(try await ResourceClient().stream(request).collect().data.count == size)
      request.redirects = .refuse
      #expect(try await ResourceClient().send(request).data.count == size)
    }

    @Test(.enabled(if: FastGzip.isPossible), arguments: [1_000, 100_000])
    func `the body of a declined redirect is decoded`(size: Int) async throws {
      let text = String(repeating: "moved ", count: size)
      let body = try FastGzip.member(Array(text.utf8)[...])
      let server = try ScriptedServer(
        responses: [ScriptedResponse(302, headers: [("Location", "/x"), ("Content-Encoding", "gzip")], bytes: body)],
        repeatsLast: true
      )
      defer { server.stop() }
      var request = ResourceRequest(server.url("/"))
      request.redirects = .decide { _ in false }
      #expect(try await ResourceClient().send(request).text == text)
      #expect(try await ResourceClient().stream(request).collect(upTo: .max).text == text)
      request.redirects = .follow(limit: 0)
      let error = await #expect(throws: ResourceError.self) { try await ResourceClient().send(request) }
      #expect(error?.response?.text == (text.utf8.count <= 64 << 10 ? text : ""))
    }

    @Test(arguments: WayToCall.allCases)
    func `a configured total timeout holds also while nobody reads`(way: WayToCall) async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: hello\n")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let client = client(ServiceSettings(timeouts: Timeouts(read: .seconds(60), total: .seconds(2))))
      let error = await #expect(throws: ResourceError.self) {
        _ = try await way.text(ResourceRequest(server.url("/")), by: client)
      }
      #expect(error?.code == .deadlineExceeded)
    }

    @Test func `an unread stream ends at the configured total timeout`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\r\n")
        try connection.send([UInt8](repeating: 120, count: 4_000_000))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let client = client(ServiceSettings(timeouts: Timeouts(total: .seconds(5)), maxConnections: 1))
      // On a very slow machine, the deadline may pass before the head arrives.
      let error = await #expect(throws: ResourceError.self) {
        let stream = try await client.stream(ResourceRequest(server.url("/")), window: 1000)
        try await server.waitForPeerClose()
        return try await stream.collect(upTo: .max)
      }
      #expect(error?.code == .deadlineExceeded)
    }
  }
#endif
