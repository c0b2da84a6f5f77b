// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import ResourceRequestTesting
  import TestSupport
  import Testing

  struct EventTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }

    /// A server that sends each text as one complete stream, and finally 204.
    private func server(_ texts: [String]) throws -> ScriptedServer {
      try ScriptedServer(
        responses: texts.map {
          ScriptedResponse.chunked(headers: [("Content-Type", "text/event-stream")], [$0])
        } + [ScriptedResponse(204)]
      )
    }

    private func client(_ clock: ManualClock) -> ResourceClient {
      ResourceClient(options: ClientOptions(environment: RequestEnvironment(clock: clock, randomBits: { 0 })))
    }

    @Test func `events come as they are sent, and a comment is none`() async throws {
      let gate = Gate()
      let server = try ScriptedServer { connection in
        guard connection.index == 0 else { return }
        _ = try connection.readRequest()
        try connection.send(EventTests.head + EventTests.chunk(": hello\n\nevent: add\nid: 1\ndata: {\"n\":1}\n\nda"))
        try connection.wait(for: gate)
        try connection.send(EventTests.chunk("ta: two\n\n"))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var events: [ServerEvent] = []
      for try await event in ResourceClient().events(ResourceRequest(server.url("/"))) {
        events.append(event)
        gate.open()
        if events.count == 2 { break }
      }
      #expect(events == [ServerEvent(type: "add", data: #"{"n":1}"#, id: "1"), ServerEvent(data: "two", id: "1")])
      #expect(try events[0].decode([String: Int].self) == ["n": 1])
      // Leaving the loop closes the connection.
      try await server.waitForPeerClose()
      let request = try #require(server.requests.first)
      #expect(request.header("Accept") == "text/event-stream")
      #expect(request.header("Cache-Control") == "no-cache")
      #expect(request.header("Last-Event-ID") == nil)
    }

    @Test func `a stream that ended goes on from the last event, after the server's time, until there is no more`()
      async throws
    {
      let server = try server(["retry: 7000\nid: a\ndata: 1\n\nid: b\ndata: lost", "id: ü\ndata: 2\n\n", "data: 3\n\n"])
      defer { server.stop() }
      let clock = ManualClock()
      let events = client(clock).events(ResourceRequest(server.url("/")))
      let task = Task {
        var seen: [String] = []
        for try await event in events { seen.append(event.data) }
        return seen
      }
      for _ in 0..<3 {
        try await clock.waitForSleepers()
        #expect(clock.untilNextSleeper == .seconds(7))
        clock.advance(by: .seconds(7))
      }
      #expect(try await task.value == ["1", "2", "3"])
      #expect(server.requests.map { $0.header("Last-Event-ID") } == [nil, "a", "ü", "ü"])
    }

    @Test func `an ID that the server has reset is not sent, and is not that of the request again`() async throws {
      let server = try server(["id: 5\ndata: a\n\n", "id\ndata: b\n\n", "data: c\n\n"])
      defer { server.stop() }
      let clock = ManualClock()
      let request = ResourceRequest(server.url("/"), headers: ["Last-Event-ID": "3"])
      let events = client(clock).events(request)
      let task = Task { try await events.reduce(into: []) { $0.append($1.id) } }
      for _ in 0..<3 {
        try await clock.waitForSleepers()
        clock.advance(by: .seconds(10))
      }
      #expect(try await task.value == ["5", "", ""])
      #expect(server.requests.map { $0.header("Last-Event-ID") } == ["3", "5", nil, nil])
    }

    @Test func `a connection that breaks, and a server out of order, are asked again`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        switch connection.index {
        case 0:
          try connection.send(EventTests.head + EventTests.chunk("id: 1\ndata: 1\n\n"))
          connection.reset()
        case 1: try connection.send("HTTP/1.1 503 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        case 2: try connection.send(EventTests.head + EventTests.chunk("data: 2\n\n"))
        default: try connection.send("HTTP/1.1 204 No\r\n\r\n")
        }
      }
      defer { server.stop() }
      let clock = ManualClock()
      let events = client(clock).events(ResourceRequest(server.url("/")))
      let task = Task { try await events.reduce(into: []) { $0.append($1.data) } }
      for wait in [3, 6, 3] {
        try await clock.waitForSleepers()
        #expect(clock.untilNextSleeper == .seconds(wait))
        clock.advance(by: .seconds(wait))
      }
      #expect(try await task.value == ["1", "2"])
    }

    @Test func `a server that says when to come again is asked then, within the longest wait`() async throws {
      let clock = ManualClock()
      let date = "Thu, 01 Jan 2026 00:00:53 GMT"  // The clock starts with the year; 29 s have passed by then.
      let refusals = [("429 Slow", "8"), ("503 No", "20"), ("503 No", date), ("429 Slow", "86400"), ("503 No", "soon")]
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        switch connection.index {
        case 0: try connection.send(EventTests.head + EventTests.chunk("retry: 1000\ndata: 1\n\n"))
        case 1...refusals.count:
          let (status, wait) = refusals[connection.index - 1]
          let fields = "Retry-After: \(wait)\r\nContent-Length: 0\r\nConnection: close\r\n"
          try connection.send("HTTP/1.1 \(status)\r\n\(fields)\r\n")
        default: try connection.send("HTTP/1.1 204 No\r\n\r\n")
        }
      }
      defer { server.stop() }
      let events = client(clock).events(ResourceRequest(server.url("/")))
      let task = Task { try await events.reduce(into: []) { $0.append($1.data) } }
      // A stream that breaks off is a failure like each refusal. The doubled wait is shorter than each valid
      // Retry-After and applies only to the last refusal.
      for wait in [1, 8, 20, 24, 60, 32] {
        try await clock.waitForSleepers()
        #expect(clock.untilNextSleeper == .seconds(wait))
        clock.advanceToNextSleeper()
      }
      #expect(try await task.value == ["1"])
    }

    @Test func `the first connection must succeed`() async throws {
      let closed = try ClosedPort()
      var error = await #expect(throws: ResourceError.self) {
        for try await _ in ResourceClient().events(ResourceRequest(closed.url())) {}
      }
      #expect(error?.code == .connectFailed)
      let server = try ScriptedServer(responses: [
        ScriptedResponse(500, "why"), ScriptedResponse(200, headers: [("Content-Type", "text/html")], "<p>"),
      ])
      defer { server.stop() }
      error = await #expect(throws: ResourceError.self) {
        for try await _ in ResourceClient().events(ResourceRequest(server.url())) {}
      }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.text == "why")
      error = await #expect(throws: ResourceError.self) {
        for try await _ in ResourceClient().events(ResourceRequest(server.url())) {}
      }
      #expect(error?.code == .decodingFailed)
    }

    @Test func `a silent stream is given up after the read timeout, and a POST is not sent again`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(EventTests.head + EventTests.chunk("data: 1\n\n"))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var request = ResourceRequest(server.url(), method: .post)
      // Long enough for the first event on a slow machine.
      request.timeouts.read = .seconds(5)
      let events = ResourceClient().events(request).makeAsyncIterator()
      #expect(try await events.next()?.data == "1")
      let error = await #expect(throws: ResourceError.self) { try await events.next() }
      #expect(error?.code == .readTimeout)
      #expect(server.requests.count == 1)
      #expect(try await events.next() == nil)
    }

    @Test func `a connection that its time limit ends is made again, and the caller's deadline ends the events`()
      async throws
    {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        guard connection.index == 0 else { return try connection.send("HTTP/1.1 204 No\r\n\r\n") }
        try connection.send(EventTests.head + EventTests.chunk("retry: 1\ndata: 1\n\n"))
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      let events = ResourceClient().events(ResourceRequest(server.url(), timeout: .seconds(2)))
      #expect(try await events.reduce(into: []) { $0.append($1.data) } == ["1"])
      #expect(server.requests.count == 2)

      let silent = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(EventTests.head + EventTests.chunk("retry: 1\ndata: 1\n\n"))
        try connection.waitForPeerClose()
      }
      defer { silent.stop() }
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceDeadline.with(.seconds(2)) {
          for try await _ in ResourceClient().events(ResourceRequest(silent.url())) {}
        }
      }
      #expect(error?.code == .deadlineExceeded && silent.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(1)))
    func `the caller's deadline ends the wait for the next connection too, however late the server wants it`()
      async throws
    {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(EventTests.head + EventTests.chunk("retry: 300000\ndata: 1\n\n") + "0\r\n\r\n")
      }
      defer { server.stop() }
      let options = ServerEventOptions(longestWait: .seconds(300))
      let error = await #expect(throws: ResourceError.self) {
        try await ResourceDeadline.with(.seconds(2)) {
          for try await _ in ResourceClient().events(ResourceRequest(server.url()), options: options) {}
        }
      }
      #expect(error?.code == .deadlineExceeded && server.requests.count == 1)
    }

    @Test func `an event over the limit is an error and ends the exchange`() async throws {
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send(EventTests.head)
        while true { try connection.send(EventTests.chunk(String(repeating: "x", count: 1000))) }
      }
      defer { server.stop() }
      var options = ServerEventOptions()
      options.eventLimit = 10_000
      let error = await #expect(throws: ResourceError.self) {
        for try await _ in ResourceClient().events(ResourceRequest(server.url()), options: options) {}
      }
      #expect(error?.code == .bodyTooLarge)
      try await server.waitForPeerClose()
    }

    @Test func `cancelling ends the wait for the next connection`() async throws {
      let server = try server(["data: 1\n\n"])
      defer { server.stop() }
      let clock = ManualClock()
      let events = client(clock).events(ResourceRequest(server.url()))
      let task = Task { for try await _ in events {} }
      try await clock.waitForSleepers()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(server.requests.count == 1)
    }
  }
#endif
