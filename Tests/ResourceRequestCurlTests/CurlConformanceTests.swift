// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestConformance
  import ResourceRequestCurl
  import ResourceRequestTesting
  import Testing

  // One case after the other: hundreds of transports at once would take the time that other tests wait for.
  @Suite(.serialized, .timeLimit(.minutes(2)))
  struct CurlConformanceTests {
    /// The cases that libcurl does not pass, with the reason.
    ///
    /// Each is run, and reported if it passes after all.
    static let exclusions = [
      "a refusal to be asked may say why, or asking is refused":
        "libcurl drops the body, to send the request again without asking, which it is then kept from"
    ]

    @Test(arguments: TransportConformance.cases)
    func `libcurl keeps to what every transport must do`(_ conformanceCase: TransportConformance.Case) async throws {
      let transport = CurlTransport()
      guard let reason = Self.exclusions[conformanceCase.name] else {
        return try await conformanceCase.run(against: transport)
      }
      await withKnownIssue(Comment(rawValue: reason)) {
        try await conformanceCase.run(against: transport)
      }
    }

    @Test(arguments: TransportConformance.cases.filter { exclusions[$0.name] == nil })
    func `transports around it change nothing`(_ conformanceCase: TransportConformance.Case) async throws {
      let recorded = RecordingTransport(CurlTransport())
      let transport = FaultyTransport(recorded, plan: .scripted([]))
      try await conformanceCase.run(against: transport)
    }

    @Test func `every exclusion names a case`() {
      let names = Set(TransportConformance.cases.map(\.name))
      #expect(names.count == TransportConformance.cases.count)
      #expect(Self.exclusions.keys.allSatisfy(names.contains))
    }
  }
#endif
