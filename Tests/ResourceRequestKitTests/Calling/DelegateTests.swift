// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Dispatch
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// What a delegate receives while a response arrives: rows C2, C3, S2.
  struct DelegateTests {
    private let client = ResourceClient()

    /// A server that sends a body in pieces, each once the gate lets it through.
    private func server(_ pieces: [String], head: String = "", gate: Gate) throws -> ScriptedServer {
      let length = pieces.joined().utf8.count
      return try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\n\(head)Content-Length: \(length)\r\n\r\n")
        for piece in pieces {
          try connection.wait(for: gate)
          try connection.send(piece)
        }
        try connection.waitForPeerClose()
      }
    }

    @Test func `the head is reported when it arrives, and data as it arrives`() async throws {
      let gate = Gate()
      let server = try server(["one", "two"], gate: gate)
      defer { server.stop() }
      // The server continues only after the delegate has received what was sent before.
      let delegate = StreamingDelegate { line in if line == "decide" || line == "data one" { gate.admit() } }
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["head 200", "decide", "data one", "data two", "finish onetwo"])
      #expect(delegate.received.last == TransferProgress(completed: 6, total: 6))
    }

    @Test func `C2: redirects are seen on the way to the answer`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(302, headers: [("Location", "/b")]), ScriptedResponse(307, headers: [("Location", "/c")]),
        ScriptedResponse(200, "here"),
      ])
      defer { server.stop() }
      let delegate = StreamingDelegate()
      client.send(ResourceRequest(server.url("/a")), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["redirect 302", "redirect 307", "head 200", "decide", "data here", "finish here"])
    }

    @Test func `C2: a redirect is reported before it is followed, and a delegate that cancels then ends the call`()
      async throws
    {
      let told = Gate()
      let server = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          if request.target == "/a" {
            try connection.send("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
          } else {
            // Responds only after the delegate has seen the redirect.
            try connection.wait(for: told)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhere")
          }
        }
      }
      defer { server.stop() }
      let delegate = StreamingDelegate { line in if line == "redirect 302" { told.open() } }
      client.send(ResourceRequest(server.url("/a")), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["redirect 302", "head 200", "decide", "data here", "finish here"])

      let leaving = LeavingDelegate()
      client.send(ResourceRequest(server.url("/a")), delegate: leaving)
      try await leaving.wasTold.wait()
      #expect(await client.drain(within: TimeLimit.standard))
      #expect(server.requests.map(\.target) == ["/a", "/b", "/a"])
      #expect(leaving.endings.withLock { $0 } == 0)
    }

    @Test(arguments: ["multipart/x-mixed-replace", "multipart/mixed"])
    func `C2: each part of a multipart answer is a response of its own, with which the delegate starts over`(
      type: String
    ) async throws {
      let gate = Gate()
      let server = try server(
        ["pre\r\n--b\r\nX: 1\r\n\r\none\r\n--b\r\n", "X: 2\r\n\r\ntwo\r\n--b--\r\n"],
        head: "Content-Type: \(type); boundary=b\r\n",
        gate: gate
      )
      defer { server.stop() }
      gate.admit()
      let delegate = StreamingDelegate { line in if line == "data one" { gate.admit() } }
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["head 200", "decide", "head 1", "data one", "head 2", "data two", "finish two"])
    }

    @Test func `C2: a boundary that never comes is a failure`() async throws {
      let server = try ScriptedServer(responses: [
        ScriptedResponse(headers: [("Content-Type", "multipart/mixed; boundary=b")], "--b\r\n\r\none")
      ])
      defer { server.stop() }
      let delegate = StreamingDelegate()
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines.last == "failure decodingFailed")
    }

    @Test func `S2: at the head the delegate cancels, and nothing comes afterwards`() async throws {
      let server = try server(["never"], gate: Gate())
      defer { server.stop() }
      let queue = DispatchQueue(label: "test.delegate")
      let delegate = StreamingDelegate(.cancel)
      let handle = client.send(ResourceRequest(server.url()), delegate: delegate, on: .queue(queue))
      try await server.waitForPeerClose()
      #expect(await client.drain(within: TimeLimit.standard))
      queue.sync {}
      #expect(delegate.lines == ["head 200", "decide"])
      #expect(handle.isCancelled)
    }

    @Test func `S2: at the head the answer becomes a download`() async throws {
      let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
      defer { try? FileManager.default.removeItem(atPath: path) }
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "content")])
      defer { server.stop() }
      let delegate = StreamingDelegate(.download(to: path))
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["head 200", "decide", "file 7"])
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "content")
      #expect(delegate.received.last == TransferProgress(completed: 7, total: 7))
    }

    @Test func `S2: a download that cannot be written is a failure`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "content")])
      defer { server.stop() }
      let delegate = StreamingDelegate(.download(to: "/nonexistent/folder/file"))
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines == ["head 200", "decide", "failure fileFailed"])
    }

    @Test func `S2: at the head the answer becomes a stream`() async throws {
      let gate = Gate()
      let server = try server(["one", "two"], gate: gate)
      defer { server.stop() }
      let delegate = StreamingDelegate(.stream)
      client.send(ResourceRequest(server.url()), delegate: delegate)
      try await delegate.end.wait()
      gate.open()
      let stream = try #require(delegate.stream)
      #expect(try await stream.collect().text == "onetwo")
      #expect(delegate.lines == ["head 200", "decide", "stream"])
    }

    @Test func `what is kept is limited, what is only delivered is not`() async throws {
      let server = try ScriptedServer(responses: [ScriptedResponse(200, "0123456789")], repeatsLast: true)
      defer { server.stop() }
      var request = ResourceRequest(server.url())
      request.limits.bodyBytes = 5
      let kept = StreamingDelegate()
      client.send(request, delegate: kept)
      try await kept.end.wait()
      #expect(kept.lines.last == "failure bodyTooLarge")
      let delivered = StreamingDelegate(.deliver)
      client.send(request, delegate: delivered)
      try await delivered.end.wait()
      #expect(delivered.lines == ["head 200", "decide", "data 0123456789", "finish "])
    }

    @Test func `a busy delegate makes the peer wait`() async throws {
      let size = 64 << 20
      let gate = Gate()
      let server = try ScriptedServer { connection in
        _ = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
        let block = [UInt8](repeating: 7, count: 1 << 20)
        for _ in 0..<64 { try connection.send(block) }
        gate.open()
      }
      defer { server.stop() }
      let counted = CountingDelegate()
      client.send(ResourceRequest(server.url()), delegate: counted)
      try await counted.firstData.wait()
      // The body is larger than the sockets and the window, so the server cannot have sent all of it.
      #expect(server.connections.first.map { $0.sentCount < size } == true)
      counted.go.signal()
      try await gate.wait()
      try await counted.end.wait()
      #expect(counted.total == size)
    }

    @Test func `C3: a delegate sees how much of its body was sent`() async throws {
      let server = try ScriptedServer { connection in
        let request = try connection.readRequest()
        try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n\(request.body.count)")
        try connection.waitForPeerClose()
      }
      defer { server.stop() }
      var request = ResourceRequest(server.url(), method: .post)
      request.body = .data(Data(count: 500_000))
      let delegate = StreamingDelegate()
      client.send(request, delegate: delegate)
      try await delegate.end.wait()
      #expect(delegate.lines.last == "finish 500000")
      #expect(delegate.sent.last == TransferProgress(completed: 500_000, total: 500_000))
    }
  }

  /// A delegate that cancels at the first redirect.
  private final class LeavingDelegate: ResourceRequestDelegate, Sendable {
    let wasTold = Gate()
    let endings = Lock(0)

    func request(_ handle: RequestHandle, didFollow redirect: RedirectHop) {
      handle.cancel()
      wasTold.open()
    }

    func request(_ handle: RequestHandle, didFailWith error: any Error) { endings.withLock { $0 += 1 } }
    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) { endings.withLock { $0 += 1 } }
  }

  /// A delegate that blocks at its first data until it is released.
  private final class CountingDelegate: ResourceRequestDelegate, Sendable {
    private let count = Lock(0)
    let firstData = Gate()
    let end = Gate()
    let go = DispatchSemaphore(value: 0)

    var total: Int { count.withLock { $0 } }

    func request(_ handle: RequestHandle, decideOn head: ResponseHead) -> ResponseDisposition { .deliver }

    func request(_ handle: RequestHandle, didReceive data: Data) {
      if total == 0 {
        firstData.open()
        go.wait()
      }
      count.withLock { $0 += data.count }
    }

    func request(_ handle: RequestHandle, didFailWith error: any Error) { end.open() }
    func request(_ handle: RequestHandle, didFinishWith response: ResourceResponse) { end.open() }
  }
#endif
