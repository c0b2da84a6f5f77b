// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Testing

@testable import ResourceCommand

@Suite struct HintTests {
  @Test(arguments: [
    (ResourceError.Code.noGateway, "--gateway"), (.unknownService, "resource config show"),
    (.certificateRejected, "--cacert"), (.tlsHandshakeFailed, "http:// instead of https://"),
  ])
  func `an error that an option or another address may cure says which`(code: ResourceError.Code, hint: String) {
    #expect(ResourceError(code: code, message: "it failed").hint?.contains(hint) == true)
  }
}
