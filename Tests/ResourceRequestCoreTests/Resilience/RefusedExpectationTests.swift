// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

struct RefusedExpectationTests {
  private func send(_ statuses: [Status], _ rule: ExpectContinue?) async throws -> ([ResolvedRequest], Status) {
    let stub = StubTransport(script: statuses.map { .respond(TransportResponse(status: $0)) })
    var request = ResourceRequest("http://a.example/x", method: .put)
    request.body = .string("hello")
    request.expectContinue = rule
    let response = try await ResourceClient(transport: stub).send(request)
    return (stub.requests, response.status)
  }

  @Test func `what a server refuses to be asked about is sent again without asking, once`() async throws {
    let (requests, status) = try await send([417, 200], .always(wait: .seconds(1)))
    #expect(requests.map { $0.options.expectContinue } == [.seconds(1), nil])
    #expect(requests[0].body == requests[1].body)
    #expect(status == 200)
    #expect(try await send([417, 417], .always(wait: .seconds(1))).1 == 417)
  }

  @Test func `another status, and a 417 that was not asked for, is the answer`() async throws {
    #expect(try await send([413], .always(wait: .seconds(1))).0.count == 1)
    #expect(try await send([417], nil).1 == 417)
  }
}
