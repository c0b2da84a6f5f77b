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

  @Test func `a form for a gateway that is asked by https instead is at the configured origin`() async throws {
    let stub = StubTransport { _, _ in .text("in") }
    var request = ResolvedRequest(url: try ResourceURL("http://g.example/x"))
    request.upgrade(to: try ResourceURL("https://g.example/x"), from: try Origin("http://g.example"))
    let next = Next(Pipeline([], transport: stub), position: 0)
    let forms = LoginForms(request: request, context: CallContext(environment: RequestEnvironment()), next: next)
    _ = try await forms.submit("/login", ["user": "ann"])
    let form = try #require(stub.requests.first)
    #expect(form.isAt(try Origin("http://g.example")))
    #expect(form.url.string == "https://g.example/login")
    // As a page may write it that does not know of it.
    _ = try await forms.submit("http://g.example/login?a", ["user": "ann"])
    #expect(stub.requests.last?.url.string == "https://g.example/login?a")
    await #expect(throws: ResourceError.self) { try await forms.submit("http://o.example/login", [:]) }
  }
}
