// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// When a failed call may be repeated, according to its error.
struct RetryAfterErrorTests {
  private let clock = ManualClock()

  /// The errors of `count` calls to a service with policies, all made at one moment.
  private func errors(of count: Int, _ keys: String, _ step: StubStep) async throws -> [ResourceError] {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let options = ClientOptions(environment: RequestEnvironment(clock: clock))
    let client = ResourceClient(
      configuration: configuration,
      transport: StubTransport(script: Array(repeating: step, count: count)),
      options: options
    )
    var errors: [ResourceError] = []
    for _ in 0..<count {
      do {
        _ = try await client.send(ResourceRequest("x", service: "s", timeout: .seconds(2))).successful()
      } catch let error as ResourceError {
        errors.append(error)
      }
    }
    return errors
  }

  @Test func `an open breaker says for how long it stays open`() async throws {
    let refused = StubStep.fail(.connectFailed, phase: .connecting)
    let errors = try await errors(of: 3, #","breaker":{"of":2,"openFor":"30s"}"#, refused)
    #expect(errors.map(\.code) == [.connectFailed, .connectFailed, .circuitOpen])
    #expect(errors.prefix(2).allSatisfy { $0.retryAfter == nil })
    // Jitter shortens the time by up to a tenth.
    let wait = try #require(errors.last?.retryAfter)
    #expect((.seconds(27)...(.seconds(30))).contains(wait))
  }

  @Test func `a rate limit says when the turn would come`() async throws {
    let errors = try await errors(of: 2, #","rate":{"requests":1,"per":"60s"}"#, .respond(.text("ok")))
    #expect(errors.map(\.code) == [.rateLimited])
    #expect(errors.map(\.retryAfter) == [.seconds(60)])
  }

  @Test(
    arguments: [
      (["Retry-After": "7"], 7),
      (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:49:07 GMT"], 30),
      (["Retry-After": "7", "Date": "Sun, 06 Nov 1994 08:49:07 GMT"], 7),
      (["Retry-After": "Wed, 06 May 2026 07:08:39 GMT", "Date": "Wednesday, 06-May-26 07:08:09 GMT"], 30),
      (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 09:49:37 GMT"], 0),
      (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"], nil), (["Retry-After": "soon"], nil), ([:], nil),
    ] as [([String: String], Int?)]
  )
  func `a response says it in seconds, or by a date beside its own`(fields: [String: String], seconds: Int?)
    async throws
  {
    var headers = Headers()
    for (name, value) in fields { headers[name] = value }
    let errors = try await errors(of: 1, "", .respond(TransportResponse(status: 503, headers: headers)))
    #expect(errors.map(\.retryAfter) == [seconds.map { Duration.seconds($0) }])
  }
}
