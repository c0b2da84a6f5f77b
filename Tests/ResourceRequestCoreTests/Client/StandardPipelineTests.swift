// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which middleware the standard pipelines have, and in which order.
struct StandardPipelineTests {
  private struct Own: Middleware {
    let name: String

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      try await next(request, context: context)
    }
  }

  private func pipelines(_ keys: String, _ options: ClientOptions = ClientOptions()) throws -> DestinationPipelines {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let parts = ClientParts(
      transport: StubTransport { _, _ in .text("ok") },
      options: options,
      rooms: StandardRooms.make(options)
    )
    let assembly = Assembly(configuration, parts)
    let destination = try #require(assembly.router.destination(of: "s"))
    return StandardPipeline.make(at: assembly.site(of: destination), assembly.states[destination.index])
  }

  private func names(_ pipeline: Pipeline) -> [String] {
    pipeline.middleware.map { ($0 as? Own)?.name ?? "\(type(of: $0))" }
  }

  @Test func `a service without policies has no middleware of theirs`() throws {
    let pipeline = try pipelines("").usual
    #expect(names(pipeline) == ["StaleConnectionMiddleware", "LoginMiddleware"])
    #expect(pipeline.attemptStation == 2)
  }

  @Test func `everything stands in its place`() throws {
    var options = ClientOptions(
      middleware: [Own(name: "client")],
      attemptMiddleware: [Own(name: "client, attempt")],
      services: [
        "s": ServiceOptions(middleware: [Own(name: "service")], attemptMiddleware: [Own(name: "service, attempt")])
      ]
    )
    options.cookies = .inMemory
    let keys =
      #", "retry": {"attempts": 2}, "timeouts": {"attempt": "1s"}, "concurrency": 2, "auth": {"type": "bearer", "token": "t"}"#
    let pipeline = try pipelines(keys, options).usual
    #expect(
      names(pipeline) == [
        "client", "service", "LimitMiddleware", "RetryMiddleware", "StaleConnectionMiddleware", "CredentialMiddleware",
        "LimitNotes", "AttemptBounds", "CookieMiddleware", "client, attempt", "service, attempt",
      ]
    )
    #expect(pipeline.attemptStation == 6)
  }

  @Test func `a call with policies of its own meets what obeys them, beside the same middleware`() throws {
    let pipelines = try pipelines("")
    #expect(
      names(pipelines.overriding) == [
        "HedgeMiddleware", "StaleConnectionMiddleware", "LoginMiddleware", "AttemptBounds",
      ]
    )
    #expect(pipelines.overriding.attemptStation == 3)
  }

  @Test func `where the service demands all that, there is one pipeline`() throws {
    let hedged = try pipelines(#", "hedge": {"after": "10ms"}, "timeouts": {"attempt": "1s"}"#)
    #expect(hedged.usual === hedged.overriding)
    let retried = try pipelines(#", "retry": {"attempts": 2}, "timeouts": {"attempt": "1s"}"#)
    #expect(names(retried.usual).first == "RetryMiddleware")
    #expect(names(retried.overriding).first == "HedgeMiddleware")
    #expect(!names(retried.overriding).contains("RetryMiddleware"))
  }
}
