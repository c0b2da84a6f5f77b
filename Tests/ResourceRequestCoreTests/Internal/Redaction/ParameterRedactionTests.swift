// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Values of parameters with secret names are not shown, wherever in the URL they stand.
struct ParameterRedactionTests {
  private func shown(_ request: ResourceRequest, _ keys: String = "") async throws -> (texts: String, sent: String) {
    let events = RecordedEvents()
    let stub = StubTransport(script: [.fail(.connectFailed, phase: .connecting)])
    let client = ResourceClient(
      configuration: try ResourceConfiguration(
        json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example/v1"\#(keys)}]}"#
      ),
      transport: stub,
      options: ClientOptions(environment: RequestEnvironment(observers: [events]))
    )
    let explanation = try client.explain(request)
    let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
    let failure = try #require(error)
    var texts = ["\(failure)", String(reflecting: failure), "\(failure.request?.target ?? "")", "\(explanation)"]
    texts += events.events.map { "\($0.request.map { "\($0) \($0.target)" } ?? "") \(String(reflecting: $0))" }
    return (texts.joined(separator: "\n"), stub.requests.first?.url.string ?? "")
  }

  @Test(arguments: ["users{;all*}", "users{/all*}"])
  func `a pair of a secret name within a path is redacted`(_ target: String) async throws {
    var request = ResourceRequest(target, service: "s")
    request.pathParameters = ["all": ParameterValue.pairs(["id": "42", "token": "hush"])]
    let (texts, sent) = try await shown(request)
    #expect(sent.contains("hush") && !texts.contains("hush"), "\(texts)")
  }

  @Test func `a path parameter of a secret name is redacted, and the rest of the path is not`() async throws {
    for target in ["users/{id}/keys/{apiToken}", "users/{id}/keys/{+apiToken}", "users/{id}{/apiToken}?x=1"] {
      var request = ResourceRequest(target, service: "s")
      request.pathParameters = ["id": "42", "apiToken": "hu sh"]
      let (texts, sent) = try await shown(
        request,
        #","auth":{"type":"apikey","credential":{"apikey":"kk","policy":"query"}}"#
      )
      #expect(sent.contains("/users/42/") && sent.contains("hu%20sh"))
      #expect(!texts.contains("hu%20sh") && !texts.contains("hu sh"), "\(texts)")
      #expect(texts.contains("/v1/users/42/") && texts.contains("‹redacted›"))
    }
  }

  @Test func `parameters of a procedure with a secret name are redacted`() async throws {
    var request = ResourceRequest("adapters/a/b", service: "s")
    request.procedureParameters = [["user": "ann", "password": "hush"], 7]
    let (texts, sent) = try await shown(request)
    #expect(sent.contains("hush"))
    #expect(!texts.contains("hush") && texts.contains("params=‹redacted›"), "\(texts)")
    request.procedureParameters = ["ann", 7]
    #expect(try await shown(request).texts.contains("ann"))
  }
}
