// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// How middleware passes a request on, and sends it again.
struct NextTests {
  /// Middleware that runs a closure.
  private struct Acting: Middleware {
    let act: @Sendable (ResolvedRequest, CallContext, Next) async throws -> TransportResponse

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      try await act(request, context, next)
    }
  }

  private static func noting(_ name: String, _ log: Lock<[String]>) -> Acting {
    Acting { request, context, next in
      log.withLock { $0.append("\(name) \(context.attempt)") }
      return try await next(request, context: context)
    }
  }

  private let again = Acting { request, context, next in
    let first = try await next(request, context: context)
    return try await next.again(request, context: context, because: .retry, leaving: first)
  }

  private func request(_ body: OutgoingBody? = nil) throws -> ResolvedRequest {
    ResolvedRequest(method: .put, url: try ResourceURL("http://h.example/"), body: body)
  }

  @Test func `what stands per hop sees a request once, and per attempt each sending`() async throws {
    let log = Lock<[String]>([])
    let pipeline = Pipeline(
      [Self.noting("outer", log), again, Self.noting("inner", log)],
      attempts: [Self.noting("attempt", log)],
      transport: StubTransport { _, _ in .text("ok") }
    )
    _ = try await pipeline.send(request(), context: CallContext())
    #expect(log.withLock(\.self) == ["outer 0", "inner 0", "attempt 1", "inner 0", "attempt 2"])
  }

  @Test func `a middleware that does not pass on answers without an attempt`() async throws {
    let stub = StubTransport { _, _ in .text("never") }
    let context = CallContext()
    let pipeline = Pipeline([Acting { _, _, _ in TransportResponse(status: 204) }], transport: stub)
    #expect(try await pipeline.send(request(), context: context).status == 204)
    #expect(stub.requests.isEmpty)
    #expect(context.call.attemptsSoFar.all.isEmpty)
  }

  @Test func `a body that is read once is not sent again, and the error has the response`() async throws {
    let stub = StubTransport { _, _ in .status(503) }
    let body = OutgoingBody(length: nil, isReplayable: false) { AsyncThrowingStream<Data, any Error> { $0.finish() } }
    let pipeline = Pipeline([again], transport: stub)
    let failure = await #expect(throws: TransportFailure.self) {
      try await pipeline.send(request(body), context: CallContext())
    }
    #expect(failure?.code == .bodyNotReplayable)
    #expect(failure?.response?.status == 503)
    #expect(stub.requests.count == 1)
  }

  @Test func `the error of a body that is read once holds no open stream`() async throws {
    let stub = StubTransport { _, _ in
      let (stream, writer) = IncomingStream.makeStream(window: 1 << 16)
      _ = writer.write(Data("why".utf8))
      writer.finish(.init())
      return TransportResponse(status: 503, body: IncomingBody(stream))
    }
    let body = OutgoingBody(length: nil, isReplayable: false) { AsyncThrowingStream<Data, any Error> { $0.finish() } }
    let pipeline = Pipeline([again], transport: stub)
    let failure = await #expect(throws: TransportFailure.self) {
      try await pipeline.send(request(body), context: CallContext())
    }
    #expect(failure?.response?.body.stream == nil)
    #expect(failure?.response?.body.bytes == Data("why".utf8))
  }

  @Test func `the stream of a response that is left is ended before the next attempt`() async throws {
    let log = Lock<[String]>([])
    struct Streaming: Transport {
      let capabilities = TransportCapabilities()
      let log: Lock<[String]>

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
        log.withLock { $0.append("sent") }
        let log = log
        let (stream, _) = IncomingStream.makeStream(
          window: 1,
          whenCancelled: { log.withLock { $0.append("cancelled") } }
        )
        return TransportResponse(status: 503, headers: ["Content-Length": "100000"], body: IncomingBody(stream))
      }
    }
    let response = try await Pipeline([again], transport: Streaming(log: log)).send(request(), context: CallContext())
    #expect(log.withLock(\.self) == ["sent", "cancelled", "sent"])
    withExtendedLifetime(response) {}
  }

  @Test(arguments: ["a\r\nInjected: 1", "a\nb", "a\0b"])
  func `a field that a middleware adds does not break out of its line`(value: String) async throws {
    let stub = StubTransport { _, _ in .text("never") }
    let adding = Acting { request, context, next in
      var request = request
      request.headers["X-Own"] = value
      return try await next(request, context: context)
    }
    for pipeline in [Pipeline([adding], transport: stub), Pipeline([], attempts: [adding], transport: stub)] {
      let failure = await #expect(throws: TransportFailure.self) {
        try await pipeline.send(request(), context: CallContext())
      }
      #expect(failure?.code == .invalidHeader)
    }
    #expect(stub.requests.isEmpty)
  }

  @Test func `a failure is noted once, however many middlewares pass it on`() async throws {
    let passing = Acting { request, context, next in
      do { return try await next(request, context: context) } catch { throw error }
    }
    let context = CallContext()
    let stub = StubTransport(script: [.fail(.connectFailed, phase: .connecting)])
    await #expect(throws: TransportFailure.self) {
      try await Pipeline([passing, passing], attempts: [passing], transport: stub).send(request(), context: context)
    }
    #expect(context.call.attemptsSoFar.all.map(\.code) == [.connectFailed])
  }

  @Test func `a transport that knows no endpoints is not asked for one`() async throws {
    struct Plain: Transport {
      let capabilities = TransportCapabilities()

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
        TransportResponse(status: 200)
      }
    }
    let pipeline = Pipeline([], transport: Plain())
    #expect(try await pipeline.send(request(), context: CallContext()).status == 200)
    var led = try request()
    led.endpoint = try Endpoint("10.0.0.1:80")
    let failure = await #expect(throws: TransportFailure.self) { try await pipeline.send(led, context: CallContext()) }
    #expect(failure?.code == .unsupported)
    #expect(failure?.message.contains("Plain does not support endpoints") == true)
  }
}
