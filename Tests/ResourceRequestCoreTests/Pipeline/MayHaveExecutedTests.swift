// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Whether an error says that a server may have acted: `false` only if it is certain for every attempt of the call.
struct MayHaveExecutedTests {
  private static let refused = StubStep.fail(.connectFailed, phase: .connecting)
  private static let endpoints = #","endpoints":[{"url":"https://a.example"},{"url":"https://b.example:8443"}]"#
  private static let quick = #","retry":{"attempts":3,"backoff":{"base":"1ms","max":"1ms"}},"idempotencyKey":{}"#

  private func error(
    of method: RequestMethod = .post,
    _ keys: String,
    _ script: [StubStep],
    _ options: ClientOptions = ClientOptions()
  ) async throws -> ResourceError {
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
      ),
      transport: StubTransport(script: script),
      options: options
    )
    return try await #require(throws: ResourceError.self) {
      try await client.send(ResourceRequest("x", method: method, service: "s"))
    }
  }

  @Test(arguments: [503, 504])
  func `an attempt that was answered counts after another could not connect`(status: Int) async throws {
    let answered = StubStep.respond(.status(Status(status)))
    let error = try await error(Self.quick + Self.endpoints, [answered, Self.refused, Self.refused, Self.refused])
    #expect(error.code == .connectFailed && error.mayHaveExecuted, "\(error.attempts)")
  }

  private struct Early: Middleware {
    struct Odd: Error {}

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      throw Odd()
    }
  }

  @Test func `a middleware that throws before anything is sent does not count`() async throws {
    let error = try await error("", [.respond(.text("ok"))], ClientOptions(middleware: [Early()]))
    #expect(error.code == .transportFailure && !error.mayHaveExecuted)
  }

  @Test func `attempts that never connected do not count`() async throws {
    let error = try await error(Self.quick + Self.endpoints, Array(repeating: Self.refused, count: 6))
    #expect(error.code == .connectFailed && !error.mayHaveExecuted)
  }

  @Test func `a redirect counts, whatever stops the next hop`() async throws {
    let moved = StubStep.respond(.status(303, headers: ["Location": "https://s.example/y"]))
    let refusals = [
      Self.refused, .fail(TransportFailure(code: .overloaded, message: "full", phase: .queued)),
      .fail(ResourceError(code: .invalidURL, message: "no")),
    ]
    for refusal in refusals { #expect(try await error("", [moved, refusal]).mayHaveExecuted) }
  }

  @Test func `an answered attempt counts where no token can be had for the next`() async throws {
    let keys = #"""
      ,"auth":{"type":"oauth2","tokenUrl":"https://id.example/token","clientId":"c","clientSecret":"hunter2"}
      """#
    let token = StubStep.respond(.json(["access_token": "t", "token_type": "Bearer", "expires_in": 60]))
    let again = StubStep.respond(
      .status(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
    )
    let error = try await error(keys, [token, again, Self.refused])
    #expect(error.code == .tokenUnavailable && error.mayHaveExecuted)
  }

  @Test func `a request for a token that was certainly not processed is sent again, as others are`() async throws {
    let keys = #"""
      {"service":"s","baseUrl":"https://s.example","auth":{"type":"oauth2","tokenUrl":"https://id.example/token",
       "clientId":"c","clientSecret":"hunter2"}}
      """#
    var lost = TransportFailure(code: .connectionClosed, message: "GOAWAY", phase: .sent, mayHaveExecuted: false)
    lost.onReusedConnection = true
    let token = StubStep.respond(.json(["access_token": "t", "token_type": "Bearer", "expires_in": 60]))
    let stub = StubTransport(script: [.fail(lost), token, .respond(.text("ok"))])
    let client = ResourceClient(configuration: try ResourceConfiguration(json: keys), transport: stub)
    #expect(try await client.send(ResourceRequest("x", service: "s")).text == "ok")
    #expect(stub.requests.map { $0.url.origin.host } == ["id.example", "id.example", "s.example"])
  }

  @Test func `a request for a token is not the request`() async throws {
    let keys = #"""
      ,"auth":{"type":"oauth2","tokenUrl":"https://id.example/token","clientId":"c","clientSecret":"hunter2"}
      """#
    #expect(try await !error(keys, [.respond(.status(503))]).mayHaveExecuted)
  }

  /// Throws once the response has come.
  private struct Failing: Middleware {
    let error: any Error & Sendable

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      _ = try await next(request, context: context)
      throw error
    }
  }

  @Test func `a response counts though a middleware of the program throws it away`() async throws {
    let errors: [any Error & Sendable] = [
      TransportFailure(code: .invalidHeader, message: "no", phase: .queued),
      ResourceError(code: .decodingFailed, message: "no"),
    ]
    for thrown in errors {
      for options in [
        ClientOptions(middleware: [Failing(error: thrown)]), ClientOptions(attemptMiddleware: [Failing(error: thrown)]),
      ] {
        #expect(try await error("", [.respond(.text("ok"))], options).mayHaveExecuted)
      }
    }
  }

  @Test func `an attempt counts that ended with an error which says nothing about it`() async throws {
    struct Odd: Error {}
    struct Twice: Middleware {
      func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
        _ = try? await next(request, context: context)
        return try await next.again(request, context: context, because: .retry)
      }
    }
    let thrown: [any Error] = [Odd(), CancellationError(), ResourceError(code: .invalidBody, message: "no")]
    for odd in thrown {
      let error = try await error("", [.fail(odd), Self.refused], ClientOptions(middleware: [Twice()]))
      #expect(error.code == .connectFailed && error.mayHaveExecuted)
    }
  }

  @Test func `an attempt that was answered is the result when the deadline leaves no time for another`() throws {
    let virtual = VirtualCalls()
    // What is left of the deadline after the wait is less than the reserve.
    let keys = #"""
      ,"retry":{"attempts":3,"backoff":{"base":"500ms","max":"500ms"}},"idempotencyKey":{}
      ,"timeouts":{"total":"1s"},"deadline":{"send":"X-Request-Timeout-Ms","reserve":"999ms"}
      """#
    /// Answers on the thread of its caller.
    struct Busy: Transport {
      let capabilities = TransportCapabilities()

      func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse { .status(503) }
    }
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
      ),
      transport: Busy(),
      options: ClientOptions(
        environment: RequestEnvironment(clock: virtual.clock, randomBits: { 0x1234_5678_9ABC_DEF0 })
      )
    )
    let found = Lock<ResourceResponse?>(nil)
    let ended = virtual.run([
      {
        let response = try? await client.send(ResourceRequest("x", method: .post, service: "s"))
        found.withLock { $0 = response }
      }
    ])
    let response = try #require(found.withLock { $0 })
    #expect(ended && response.status == 503)
    #expect(response.attempts.map(\.refusal) == ["deadline in 1000 ms"], "\(response.attempts)")
  }
}
