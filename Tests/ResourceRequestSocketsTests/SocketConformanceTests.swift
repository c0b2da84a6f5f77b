// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestConformance
  import ResourceRequestSockets
  import ResourceRequestTesting
  import Testing

  // One case after the other: hundreds of transports at once would take the time that other tests wait for.
  @Suite(.serialized, .timeLimit(.minutes(2)))
  struct SocketConformanceTests {
    @Test(arguments: TransportConformance.cases)
    func `the sockets keep to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws {
      try await conformanceCase.run(against: SocketTransport())
    }

    @Test(arguments: TransportConformance.cases)
    func `several loops change nothing`(_ conformanceCase: TransportConformance.Case) async throws {
      try await conformanceCase.run(against: RecordingTransport(SocketTransport(loops: 3)))
    }
  }
#endif
