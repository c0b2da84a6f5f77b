// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl && os(Linux)
  import ResourceRequestCurl
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
      try await check(flood, isTLS: isTLS, over: nil, endsByItself: true)
    }

    @Test(arguments: cases)
    func `nor does it over libcurl`(flood: FloodServer.Flood, isTLS: Bool) async throws {
      // libcurl skips the extensions of chunks: those bytes are the call's to wait for.
      try await check(flood, isTLS: isTLS, over: CurlTransport(), endsByItself: flood.isOfFrames)
    }

    private func check(
      _ flood: FloodServer.Flood,
      isTLS: Bool,
      over transport: (any Transport)?,
      endsByItself: Bool
    ) async throws {
      let server = try FloodServer(flood, tls: isTLS)
      defer { server.stop() }
      let other = try FastServer { _ in FastAnswer(200, [1, 2, 3]) }
      defer { other.stop() }
      let tls = server.authorityFile.map { TLSOptions(caFile: $0) }
      let settings = ServiceSettings(connection: ConnectionOptions(tls: tls))
      let configuration = ResourceConfiguration(defaults: settings)
      let client =
        transport.map { ResourceClient(configuration: configuration, transport: $0) }
        ?? ResourceClient(configuration: configuration)
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
      if !endsByItself { flooded.cancel() }
      let failure = await #expect(throws: (any Error).self) { try await flooded.value }
      #expect(
        endsByItself == ((failure as? ResourceError)?.code == .protocolViolation),
        "\(String(describing: failure))"
      )
    }
  }
#endif
