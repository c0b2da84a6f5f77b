// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Which failures count as rejections by the service.
struct LimitMiddlewareTests {
  private struct NoToken: TokenProvider {
    func token(for scope: TokenScope, context: CallContext) async throws -> AccessToken {
      throw TransportFailure(code: .tokenUnavailable, message: "no token", phase: .queued)
    }
  }

  private func client(_ tokens: [String: any TokenProvider], _ stub: StubTransport) throws -> ResourceClient {
    let document = #"{"service": "s", "baseUrl": "https://s.example/", "throttle": {"atLeast": 10}}"#
    return ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: stub,
      options: ClientOptions(authorization: AuthorizationOptions(tokenProviders: tokens))
    )
  }

  private func codes(_ client: ResourceClient) async -> [ResourceError.Code] {
    var codes: [ResourceError.Code] = []
    for _ in 0..<200 {
      do { _ = try await client.send(ResourceRequest("x", service: "s")) } catch {
        codes.append((error as? ResourceError)?.code ?? .transportFailure)
      }
    }
    return codes
  }

  @Test func `calls that never reach the service are no rejections by it`() async throws {
    let stub = StubTransport { _, _ in TransportResponse(status: 200) }
    let codes = await codes(try client(["s": NoToken()], stub))
    #expect(codes.count == 200)
    #expect(!codes.contains(.overloaded), "\(Set(codes))")
  }

  @Test func `connections that the service refuses are`() async throws {
    let stub = StubTransport { _, _ in
      throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
    }
    #expect(await codes(try client([:], stub)).contains(.overloaded))
  }
}
