// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Secrets that a request was sent with and its server repeats, in recordings.
struct RecordedSecretsTests {
  private static let secret = "hush-hush-1"
  private static let long = String(repeating: "x", count: 20 << 10)

  /// A server that says in bodies and fields what it was sent, behind more than an error message would look through.
  private func text(of response: @escaping @Sendable (String) throws -> TransportResponse, streamed: Bool) async throws
    -> String
  {
    let recorder = FlightRecorder(bodies: .all)
    var options = ClientOptions()
    options.record(by: recorder)
    let stub = StubTransport { request, _ in
      try response(Self.long + " you sent \(request.headers["Authorization"] ?? "") to \(request.url.string)")
    }
    let document =
      #"{"service": "s", "baseUrl": "https://s.example/", "auth": {"type": "bearer", "token": "hush-hush-1"}}"#
    let client = ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: options
    )
    let request = ResourceRequest("x?access_token=other%2Dsecret&id=1234567", service: "s")
    if streamed {
      _ = try await client.stream(request).collect()
    } else {
      _ = try await client.send(request)
    }
    let text = recorder.har().text()
    #expect(text.contains("id=1234567"))
    #expect(text.contains("you sent"))
    return text
  }

  @Test(arguments: [200, 401], [false, true])
  func `a JSON body is recorded without what its request was sent with`(status: Int, streamed: Bool) async throws {
    let text = try await text(
      of: { said in
        let problem: JSON = ["detail": .string(said), "list": [.string(said), .object([said: 1])]]
        return TransportResponse(
          status: Status(status),
          headers: ["Content-Type": "application/problem+json"],
          body: IncomingBody(problem.data())
        )
      },
      streamed: streamed
    )
    for secret in [Self.secret, "other%2Dsecret", "other-secret"] { #expect(!text.contains(secret)) }
  }

  @Test(arguments: [false, true])
  func `a plain text, a form and a field are recorded without it too`(isForm: Bool) async throws {
    let text = try await text(
      of: { said in
        TransportResponse(
          status: 400,
          headers: [
            "Content-Type": isForm ? "application/x-www-form-urlencoded" : "text/plain", "X-Said": said,
          ],
          body: IncomingBody(Data(("said=" + said).utf8))
        )
      },
      streamed: false
    )
    for secret in [Self.secret, "other%2Dsecret"] { #expect(!text.contains(secret)) }
  }
}
