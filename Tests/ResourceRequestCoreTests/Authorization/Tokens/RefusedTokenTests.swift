// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Tokens that a service refuses before they expire.
struct RefusedTokenTests {
  /// Numbers its tokens.
  private final class Issuer: TokenProvider {
    private let count = Lock(0)

    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      let number = count.withLock { count in
        count += 1
        return count
      }
      return AccessToken(Secret("t\(number)"), lifetime: .seconds(3600))
    }
  }

  private func client(_ headers: Headers) throws -> ResourceClient {
    ResourceClient(
      configuration: try ResourceConfiguration(json: #"{"service": "s", "baseUrl": "https://s.example/"}"#),
      transport: StubTransport { request, _ in
        request.headers["Authorization"] == "Bearer t1"
          ? TransportResponse(status: 401, headers: headers) : TransportResponse(status: 200)
      },
      options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: ["s": Issuer()]))
    )
  }

  @Test(arguments: [[:], ["WWW-Authenticate": #"Bearer error="invalid_token""#]])
  func `one that is refused is replaced, with a challenge and without`(_ headers: Headers) async throws {
    #expect(try await client(headers).send(ResourceRequest("x", service: "s")).status == 200)
  }

  @Test func `one that is refused is not used again, also where the body cannot go out again`() async throws {
    let client = try client(["WWW-Authenticate": #"Bearer error="invalid_token""#])
    var request = ResourceRequest("x", method: .post, service: "s")
    request.body = .stream(AsyncThrowingStream { $0.finish() })
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .bodyNotReplayable)
    request.body = .stream(AsyncThrowingStream { $0.finish() })
    #expect(try await client.send(request).status == 200)
  }
}
