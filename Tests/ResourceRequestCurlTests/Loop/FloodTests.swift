// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// A peer that sends without end what is no part of a body holds only its own call.
  ///
  /// One at a time, since each keeps two processors busy.
  @Suite(.serialized, .enabled(if: FastServer.isPossible), .timeLimit(.minutes(5)))
  struct FloodTests {
    /// The floods in clear text, and two of them over TLS.
    private static let cases =
      FloodServer.Flood.allCases.map { ($0, false) } + [(.emptyData, true), (.chunkExtension, true)]

    @Test(arguments: cases)
    func `a flood holds neither its own call nor others`(flood: FloodServer.Flood, isTLS: Bool) async throws {
      let server = try FloodServer(flood, tls: isTLS)
      defer { server.stop() }
      let other = try FastServer { _ in FastAnswer(200, [1, 2, 3]) }
      defer { other.stop() }
      let tls = server.authorityFile.map { TLSOptions(caFile: $0) }
      let settings = ServiceSettings(connection: ConnectionOptions(tls: tls))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings))
      var request = ResourceRequest(server.url)
      request.timeouts.total = .seconds(100)
      if flood.isOfFrames, !isTLS { request.httpVersion = .http2PriorKnowledge }
      let sent = request
      let flooded = Task { try await client.send(sent) }
      try await server.waitForFlood()
      for _ in 0..<20 {
        var request = ResourceRequest(other.url())
        request.timeouts.total = .seconds(60)
        #expect(try await client.send(request).data.count == 3)
      }
      // A flood of frames ends its call long before its deadline; bytes in the place of a body are the call's to wait for.
      if !flood.isOfFrames { flooded.cancel() }
      let failure = await #expect(throws: (any Error).self) { try await flooded.value }
      #expect(
        flood.isOfFrames == ((failure as? ResourceError)?.code == .protocolViolation),
        "\(String(describing: failure))"
      )
    }
  }
#endif
