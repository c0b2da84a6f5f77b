// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Foundation
  import ResourceRequestCore
  import ResourceRequestSockets
  import ResourceRequestTesting
  import TestSupport
  import Testing

  /// Files of TLS that are replaced while connections are made.
  @Suite(.timeLimit(.minutes(2)), .enabled(if: ScriptedTLS.isPossible))
  struct TLSRenewalTests {
    @Test func `files that can no longer be used are reported once, and what was read before serves on`() async throws {
      let tls = try ScriptedTLS()
      let folder = try TestFolder()
      let authorities = try folder.write(
        try String(contentsOfFile: tls.authorityFile, encoding: .utf8),
        "authorities.pem"
      )
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection), session.readHead() != nil else { return }
        session.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
      }
      defer { server.stop() }
      let options = ExchangeOptions(connection: ConnectionOptions(tls: TLSOptions(caFile: authorities)))
      let request = ResolvedRequest(url: try ResourceURL("https" + server.url().dropFirst(4)), options: options)
      let transport = SocketTransport()
      let events = RecordedEvents()
      func send(toldTo observers: [any EventObserver]) async throws {
        let environment = RequestEnvironment(observers: observers)
        let context = CallContext(environment: environment, deadline: ContinuousClock.now + .seconds(60))
        let response = try await transport.send(request, context: context)
        #expect(response.status == 200)
      }
      try await send(toldTo: [events])
      _ = try folder.write("half of a certif", "authorities.pem")
      // Not while whoever renews them may still be writing, and not where nobody listens.
      try await send(toldTo: [events])
      #expect(events.events(of: .warning).isEmpty)
      let start = ContinuousClock.now
      while start.duration(to: .now) < .seconds(2) { try await send(toldTo: []) }
      for _ in 0..<4 { try await send(toldTo: [events]) }
      let warnings = events.events(of: .warning)
      #expect(warnings.count == 1)
      #expect(warnings.first?.message?.contains("caFile") == true)
    }
  }
#endif
