// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// Secrets that a request was sent with and that its server repeats are not recorded.
struct RecordedSecretsTests {
  private static let secret = "hush-hush-1"
  private static let long = String(repeating: "x", count: 20 << 10)

  /// The recording of a call whose server repeats the request, behind more text than an error message searches.
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

  /// The recording of one exchange.
  private func recorded(
    _ request: ResourceRequest,
    _ response: @escaping @Sendable (ResolvedRequest) throws -> TransportResponse
  ) async throws -> String {
    let recorder = FlightRecorder(bodies: .all)
    var options = ClientOptions()
    options.record(by: recorder)
    let client = ResourceClient(transport: StubTransport { request, _ in try response(request) }, options: options)
    _ = try? await client.send(request)
    return recorder.har().text()
  }

  @Test func `a secret of the path is not recorded where its server repeats it`() async throws {
    var request = ResourceRequest("https://s.example/users/{id}/keys/{apiToken}")
    request.pathParameters = ["id": "42", "apiToken": "hush-hush-1"]
    let text = try await recorded(request) { request in
      .status(request.url.path.hasSuffix("/") ? 200 : 301, headers: ["Location": request.url.path + "/"])
    }
    #expect(!text.contains("hush-hush-1"), "\(text)")
    #expect(text.contains("/users/42/keys/"), "\(text)")
  }

  @Test func `the answer to a security check is not recorded, whatever its members are called`() async throws {
    var request = ResourceRequest("https://s.example/preauth/v1/preauthorize", method: .post)
    request.body = .json(["client_id": "c", "challengeResponse": ["account": ["answer": "hush-hush-1"]]])
    #expect(!(try await recorded(request) { _ in .status(200) }).contains("hush-hush-1"))
  }

  @Test func `a number, a path, a MIME type and a message are recorded without it`() async throws {
    var request = ResourceRequest("https://s.example/by/7345678901/x")
    request.headers = ["X-Api-Key": "7345678901", "X-Copy": "7345678901"]
    let text = try await recorded(request) { _ in
      TransportResponse(
        status: 200,
        headers: ["Content-Type": "application/json; for=7345678901", "Location": "/by/7345678901"],
        body: IncomingBody(Data(#"{"number": 7345678901, "other": 11}"#.utf8))
      )
    }
    #expect(!text.contains("7345678901"), "\(text)")
    #expect(text.contains(#"\"other\":11"#), "\(text)")
    let failed = try await recorded(request) { request in
      throw TransportFailure(
        code: .connectFailed,
        message: "no connection for \(request.headers["X-Api-Key"] ?? "")",
        phase: .connecting,
        mayHaveExecuted: false
      )
    }
    #expect(failed.contains("no connection for"))
    #expect(!failed.contains("7345678901"), "\(failed)")
  }

  @Test func `it is recognized as it stands in a URL, in JSON and in bytes that are no text`() async throws {
    let secret = #"hush/"hush"+1"#
    var request = ResourceRequest("https://s.example/x")
    request.headers = ["X-Api-Key": secret]
    let spelled = try await recorded(request) { _ in
      let said = #"see /x?k=hush%2F%22hush%22%2B1 and "hush/\"hush\"+1""#
      return TransportResponse(
        status: 200,
        headers: ["Content-Type": "text/plain"],
        body: IncomingBody(Data(said.utf8))
      )
    }
    #expect(spelled.contains("see /x?k="), "\(spelled)")
    #expect(!spelled.contains("hush"), "\(spelled)")
    let binary = try await recorded(request) { _ in
      TransportResponse(status: 200, headers: [:], body: IncomingBody(Data([0xFF, 0xFE]) + Data(secret.utf8)))
    }
    #expect(!binary.contains(#""encoding":"base64""#), "\(binary)")
  }

  @Test(arguments: [true, false])
  func `what a body was sent with is not recorded where its server repeats it`(isForm: Bool) async throws {
    var request = ResourceRequest("https://s.example/x", method: .post)
    let json: JSON = ["user": "ann", "password": "hush-hush-1", "list": [["token": 7_345_678_901]]]
    request.body = isForm ? .form(["user": "ann", "password": "hush-hush-1"]) : .json(json)
    let text = try await recorded(request) { _ in
      let said: JSON = ["said": "the password hush-hush-1 of ann is wrong", "number": 7_345_678_901]
      return TransportResponse(
        status: 200,
        headers: ["Content-Type": "application/json"],
        body: IncomingBody(said.data())
      )
    }
    #expect(!text.contains("hush-hush-1"), "\(text)")
    #expect(text.contains("of ann is wrong"), "\(text)")
    if !isForm { #expect(!text.contains("7345678901"), "\(text)") }
  }

  @Test func `what one attempt was sent with is masked where the next one's server repeats it`() async throws {
    var request = ResourceRequest("https://a.example/x")
    request.headers = ["Authorization": "Bearer hush-hush-1"]
    let text = try await recorded(request) { request in
      guard request.url.origin.host == "a.example" else {
        #expect(request.headers["Authorization"] == nil)
        let said: JSON = ["you": "hush-hush-1"]
        return TransportResponse(
          status: 200,
          headers: ["Content-Type": "application/json"],
          body: IncomingBody(said.data())
        )
      }
      return TransportResponse(status: 302, headers: ["Location": "https://b.example/by/hush-hush-1/x"])
    }
    #expect(text.contains("b.example"))
    #expect(!text.contains("hush-hush-1"), "\(text)")
  }

  @Test func `secrets in the references of Link and SourceMap are redacted`() async throws {
    let text = try await recorded(ResourceRequest("https://s.example/x")) { _ in
      TransportResponse(
        status: 200,
        headers: [
          "Link": #"</x?token=hush-1&page=2>; rel="next", <y?api_key=hush-2>; rel=prev"#,
          "SourceMap": "/m?token=hush-3",
        ]
      )
    }
    #expect(!text.contains("hush-"), "\(text)")
    #expect(text.contains("page=2>; rel="), "\(text)")
  }
}
