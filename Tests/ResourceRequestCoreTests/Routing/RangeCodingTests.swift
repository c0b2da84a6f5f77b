// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Requests for a range ask for no content coding, since a part of coded bytes cannot be decoded.
struct RangeCodingTests {
  private func codings(_ headers: Headers, redirected: Bool = false) async throws -> [String] {
    let stub = StubTransport(
      capabilities: TransportCapabilities(acceptedEncodings: "gzip, br"),
      script: redirected
        ? [.respond(.status(302, headers: ["Location": "https://other.example/"])), .respond(.status(206))]
        : [.respond(.status(206))]
    )
    var request = ResourceRequest("https://s.example/")
    request.headers = headers
    _ = try await ResourceClient(transport: stub).send(request)
    return stub.requests.last?.headers.values(for: "Accept-Encoding") ?? []
  }

  @Test(arguments: [false, true])
  func `a range is requested without a coding, unless the caller names some`(redirected: Bool) async throws {
    #expect(try await codings([:], redirected: redirected) == ["gzip, br"])
    #expect(try await codings(["Range": "bytes=5-9"], redirected: redirected) == ["identity"])
    #expect(try await codings(["range": "bytes=5-"], redirected: redirected) == ["identity"])
    let own: Headers = ["Range": "bytes=5-9", "Accept-Encoding": "br"]
    #expect(try await codings(own, redirected: redirected) == ["br"])
  }
}
