// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// How often one call sends, and how each attempt is reported.
struct SendingsTests {
  /// Sends up to `times` times, until a response is successful.
  private struct Stubborn: Middleware {
    var times: Int

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      for _ in 1..<times {
        do {
          let response = try await next(request, context: context)
          if response.status.isSuccessful { return response }
        } catch let failure as TransportFailure where failure.code != .tooManySendings {}
      }
      return try await next(request, context: context)
    }
  }

  /// Takes one second longer each time, and then fails or responds.
  private struct Slow: Transport {
    let capabilities = TransportCapabilities()
    let clock = ManualClock()
    let count = Lock(0)
    let failure: TransportFailure?
    var response = TransportResponse(status: 503)

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let number = count.withLock { count in
        count += 1
        return count
      }
      clock.advance(by: .seconds(number))
      if let failure { throw failure }
      return response
    }

    func client(_ middleware: [any Middleware] = []) -> ResourceClient {
      ResourceClient(
        transport: self,
        options: ClientOptions(middleware: middleware, environment: RequestEnvironment(clock: clock))
      )
    }
  }

  private static let url = "http://h.example/"

  @Test func `what a middleware sends again is an attempt of its own`() async throws {
    let transport = Slow(failure: TransportFailure(code: .connectFailed, message: "no", phase: .connecting))
    let client = transport.client([Stubborn(times: 3)])
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest(Self.url)) }
    #expect(error?.attempts.map(\.duration) == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(error?.attempts.map(\.code) == [.connectFailed, .connectFailed, .connectFailed])
    #expect(error?.attempts.map(\.phase) == [.connecting, .connecting, .connecting])
  }

  @Test func `an attempt that follows a stale connection has its own time`() async throws {
    let transport = Slow(
      failure: TransportFailure(code: .connectionClosed, message: "it broke", phase: .sent, onReusedConnection: true)
    )
    let error = await #expect(throws: ResourceError.self) {
      try await transport.client().send(ResourceRequest(Self.url))
    }
    #expect(error?.attempts.map(\.duration) == [.seconds(1), .seconds(2)])
  }

  @Test func `a failure before sending is reported once`() async throws {
    struct Refusing: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        throw TransportFailure(code: .tokenRefused, message: "no", phase: .queued)
      }
    }
    let client = Slow(failure: nil).client([Refusing()])
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest(Self.url)) }
    #expect(error?.attempts.map(\.code) == [.tokenRefused])
  }

  @Test func `the limits of those who send again do not multiply`() async throws {
    let transport = Slow(failure: nil)
    let client = transport.client([Stubborn(times: 5), Stubborn(times: 5), Stubborn(times: 5)])
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest(Self.url)) }
    #expect(error?.code == .tooManySendings)
    #expect(error?.isRetryable == false)
    #expect(error?.mayHaveExecuted == true)
    #expect(transport.count.withLock(\.self) == Call.limit)
  }

  @Test func `redirects that are followed are counted by their own limit`() async throws {
    let stub = StubTransport { request, _ in
      let number = Int(request.url.path.dropFirst()) ?? 0
      return number == 40 ? .text("end") : .status(302, headers: ["Location": "/\(number + 1)"])
    }
    var request = ResourceRequest("http://h.example/0")
    request.redirects = .follow(limit: 40)
    #expect(try await ResourceClient(transport: stub).send(request).text == "end")
    #expect(stub.requests.count == 41)
  }

  @Test func `calls are counted apart`() async throws {
    let transport = Slow(failure: nil)
    let client = transport.client([Stubborn(times: 20)])
    for _ in 0..<3 { #expect(try await client.send(ResourceRequest(Self.url)).status == 503) }
    #expect(transport.count.withLock(\.self) == 60)
  }
}
