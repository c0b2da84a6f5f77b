// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCurl
  import ResourceRequestTesting
  import TestSupport
  import Testing

  @Suite(.timeLimit(.minutes(2)))
  struct CurlConformanceTests {
    @Test(arguments: TransportConformance.cases)
    func `libcurl keeps to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws {
      try await conformanceCase.run(against: CurlTransport(), with: ScriptedPeer())
    }
  }
#endif
