// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Testing

@testable import ResourceCommand

@Suite struct HintTests {
  @Test(arguments: [
    (ResourceError.Code.noGateway, "--gateway"), (.unknownService, "resource config show"),
    (.certificateRejected, "--cacert"), (.tlsHandshakeFailed, "http:// instead of https://"),
    (.tlsHandshakeFailed, "--cert FILE and --key FILE"), (.tlsHandshakeFailed, "--key-password-env NAME"),
  ])
  func `an error that an option or another address may cure says which`(code: ResourceError.Code, hint: String) {
    #expect(ResourceError(code: code, message: "it failed").hint?.contains(hint) == true)
  }

  @Test func `a server without HTTP/2 may well have TLS`() {
    let error = ResourceError(code: .tlsHandshakeFailed, message: "https://a.example does not speak HTTP/2")
    #expect(error.hint == "--http1.1 instead of --http2")
  }
}
