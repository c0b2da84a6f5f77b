// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCalling
import ResourceRequestCore
import ResourceRequestFoundation
import ResourceRequestTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5)))
struct URLSessionTransportTests {
  /// Expects a failure before anything is sent; nobody listens at the port.
  private func refusal(of request: ResolvedRequest) async -> TransportFailure? {
    await #expect(throws: TransportFailure.self) {
      try await URLSessionTransport().send(request, context: CallContext())
    }
  }

  private func request(_ method: RequestMethod = .get) throws -> ResolvedRequest {
    ResolvedRequest(method: method, url: try ResourceURL("http://127.0.0.1:9/"))
  }

  /// Cancels calls when the head of a response arrives.
  private struct Canceller: EventObserver {
    let task = Lock<Task<Void, any Error>?>(nil)

    func observe(_ event: RequestEvent) {
      if event.kind == .head { task.withLock(\.self)?.cancel() }
    }
  }

  @Test func `an observer may cancel a call of the same session when a head arrives`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection in
      try connection.readRequest()
      try connection.wait(for: gate)
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
      try connection.waitForPeerClose()
    }
    defer { server.stop() }
    let canceller = Canceller()
    let client = ResourceClient(
      transport: URLSessionTransport(),
      options: ClientOptions(environment: RequestEnvironment(observer: canceller))
    )
    let task = Task { _ = try await client.send(ResourceRequest(server.url("/"))) }
    canceller.task.withLock { $0 = task }
    gate.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `from the first byte of a response on the read timeout counts alone`() async throws {
    let server = try ScriptedServer { connection in
      try connection.readRequest()
      try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab")
      try connection.waitForPeerClose()
    }
    defer { server.stop() }
    var request = ResolvedRequest(url: try ResourceURL(server.url()))
    (request.options.connectTimeout, request.options.readTimeout) = (.after(.seconds(600)), .after(.milliseconds(300)))
    let sent = request
    let failure = await #expect(throws: TransportFailure.self) {
      try await URLSessionTransport().send(sent, context: CallContext(deadline: .now + .seconds(60)))
    }
    #expect(failure?.code == .readTimeout)
  }

  @Test func `what URLSession would send in another way is refused as unsupported`() async throws {
    var requests: [ResolvedRequest] = []
    var request = try request()
    request.headers = ["A": "1", "a": "2"]
    requests.append(request)
    request = try self.request(.head)
    request.body = OutgoingBody(Data("body".utf8))
    requests.append(request)
    request = try self.request(.post)
    request.body = OutgoingBody(length: nil, isReplayable: false) { AsyncThrowingStream { $0.finish() } }
    requests.append(request)
    for change: (inout ExchangeOptions) -> Void in [
      { $0.httpVersion = .http2PriorKnowledge }, { $0.streamWindow = 1 }, { $0.expectContinue = .seconds(1) },
    ] {
      request = try self.request()
      change(&request.options)
      requests.append(request)
    }
    let proxy = ProxyRules(try Proxy("http://127.0.0.1:9"))
    let fixed = [try FixedAddress("127.0.0.1:9", ["127.0.0.2"])]
    for connection in [
      ConnectionOptions(unixSocket: "/none"), ConnectionOptions(proxy: proxy), ConnectionOptions(fixedAddresses: fixed),
    ] {
      request = try self.request()
      request.options.connection = connection
      requests.append(request)
    }
    for tls in [TLSOptions(pinnedPublicKeys: [PublicKeyPin(of: "key".utf8)]), .insecureSkipVerify()] {
      request = try self.request()
      request.url = try ResourceURL("https://127.0.0.1:9/")
      request.options.connection.tls = tls
      requests.append(request)
    }
    request = try self.request()
    request.url = try ResourceURL("http://name.example/")
    request.options.connection.addresses = .publicOnly
    requests.append(request)
    for request in requests {
      let failure = await refusal(of: request)
      #expect(failure?.code == .unsupported)
      #expect(failure?.mayHaveExecuted == false)
    }
  }

  #if os(Linux)
    @Test func `a GET with a body is refused on Linux, where URLSession cannot send it`() async throws {
      var request = try request()
      request.body = OutgoingBody(Data("body".utf8))
      #expect(await refusal(of: request)?.code == .unsupported)
    }
  #endif

  @Test func `the transport ends while an exchange runs, and the exchange still has its answer`() async throws {
    let gate = Gate()
    let server = try ScriptedServer { connection in
      try connection.readRequest()
      try connection.wait(for: gate)
      try connection.send(ScriptedResponse(200, "late"))
    }
    let request = ResolvedRequest(url: try ResourceURL(server.url()))
    let task = Task { try await URLSessionTransport().send(request, context: CallContext()) }
    try await server.waitForRequests()
    gate.open()
    #expect(try await task.value.body.bytes == Data("late".utf8))
  }

  @Test func `a client's answer comes on its operation queue`() async throws {
    let server = try ScriptedServer(responses: [ScriptedResponse(200, "ok")])
    let queue = OperationQueue()
    queue.name = "answers"
    let client = ResourceClient(transport: URLSessionTransport())
    let name = await withCheckedContinuation { continuation in
      client.send(ResourceRequest(server.url()), on: .operationQueue(queue)) { _ in
        continuation.resume(returning: OperationQueue.current?.name)
      }
    }
    #expect(name == "answers")
  }

  /// Redirects with a missing or invalid target, which Foundation would follow or fail at by itself.
  @Test(
    arguments: [
      nil, "", "http://[", "http://a b/", "::", "/\u{1}", "mailto:a@b.example", "http://", "%", "/a%zz", "//",
    ],
    [0, 2]
  )
  func `a redirect is the answer, wherever it leads`(location: String?, length: Int) async throws {
    let field = location.map { "Location: \($0)\r\n" } ?? ""
    for status in [301, 302, 303, 307, 308] {
      let server = try ScriptedServer { connection in
        try connection.readRequest()
        let head = "HTTP/1.1 \(status) Moved\r\n\(field)Content-Length: \(length)\r\n\r\n"
        try connection.send(Array((head + "ok".prefix(length)).utf8))
      }
      let request = ResolvedRequest(url: try ResourceURL(server.url()))
      do {
        let response = try await URLSessionTransport().send(request, context: CallContext())
        #expect(response.status.code == status)
        #expect(location == nil || response.headers.contains("Location"))
      } catch let failure as TransportFailure {
        // A failure is better than a response whose body was lost silently.
        #expect(location == nil && length > 0 && failure.code == .transportFailure)
      }
    }
  }

  @Test(arguments: ["99999999999999999999999", "9223372036854775808", "18446744073709551616", "-1", "2, 3"])
  func `a length beyond all counting is a failure`(length: String) async throws {
    let server = try ScriptedServer { connection in
      try connection.readRequest()
      try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\nok".utf8))
    }
    let request = ResolvedRequest(url: try ResourceURL(server.url()))
    let failure = await #expect(throws: TransportFailure.self) {
      try await URLSessionTransport().send(request, context: CallContext())
    }
    #expect(failure?.code == .protocolViolation)
  }
}
