// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Forms for the gateway that asked for a login.
struct LoginFormsTests {
  @Test func `a form goes to the endpoint that asked for it`() async throws {
    let stub = StubTransport { _, _ in .text("in") }
    let context = CallContext(environment: RequestEnvironment())
    var request = ResolvedRequest(url: try ResourceURL("https://g.example/x"))
    request.endpoint = try Endpoint(host: "blue.example", port: 443)
    let pipeline = Pipeline([], transport: stub)
    let forms = LoginForms(request: request, context: context, next: Next(pipeline, position: 0))
    _ = try await forms.submit("/login", ["user": "ann"])
    #expect(stub.requests.map(\.endpoint) == [request.endpoint])
  }
}
