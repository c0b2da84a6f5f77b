// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && Curl && os(Linux)
  import Foundation
  import ResourceRequestKit
  import TestSupport
  import Testing

  /// TLS material that a program has in memory, and in no file.
  @Suite(.enabled(if: ScriptedTLS.isPossible))
  struct TLSMemoryTests {
    /// Sends a request to a server that wants a client certificate of its own authority.
    private func send(
      _ choice: TransportChoice,
      _ make: (_ text: String, _ file: String) -> TLSOptions
    ) async throws -> Int {
      let tls = try ScriptedTLS(wantsClient: true)
      let server = try ScriptedServer { connection in
        guard let session = tls.accept(connection) else { return connection.close() }
        while session.readHead() != nil { session.send("HTTP/1.1 204 No Content\r\n\r\n") }
      }
      defer { server.stop() }
      let text = try String(contentsOfFile: tls.authorityFile, encoding: .utf8)
      var options = ClientOptions()
      options.transport = choice
      let settings = ServiceSettings(connection: ConnectionOptions(tls: make(text, tls.authorityFile)))
      let client = ResourceClient(configuration: ResourceConfiguration(defaults: settings), options: options)
      return try await client.send(ResourceRequest("https" + server.url("/").dropFirst(4))).status.code
    }

    @Test(arguments: [TransportChoice.sockets, .curl])
    func `authorities, certificate and key come from texts`(_ choice: TransportChoice) async throws {
      let made: [@Sendable (String, String) -> TLSOptions] = [
        { text, _ in TLSOptions(caPEM: text, certificatePEM: Secret(text)) },
        { text, _ in TLSOptions(caPEM: text, certificatePEM: Secret(text), keyPEM: Secret(text)) },
        { text, file in TLSOptions(caFile: file, key: file, certificatePEM: Secret(text)) },
        { text, file in TLSOptions(caFile: "/missing", certificate: file, caPEM: text, keyPEM: Secret(text)) },
      ]
      for make in made { #expect(try await send(choice, make) == 204) }
    }

    /// An authority that signed nothing here.
    private static let other = """
      -----BEGIN CERTIFICATE-----
      MIIBeDCCAR2gAwIBAgIULFCrOhtwhcF44+WSRdXL/7l9nFwwCgYIKoZIzj0EAwIw
      EDEOMAwGA1UEAwwFb3RoZXIwIBcNMjYxMTI0MTUzNjM4WhgPMjEyNjEwMzExNTM2
      MzhaMBAxDjAMBgNVBAMMBW90aGVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
      KFx0LpdwYSF/6dAmg25bJQehcDihiYgc7NHO9HtjYAZoeetUfbtjsIasyKlIAv0G
      4wp9wTlUA/zs8sn20LIwb6NTMFEwHQYDVR0OBBYEFH04OuAGdmRa/Gl+5sz+ePSe
      93DqMB8GA1UdIwQYMBaAFH04OuAGdmRa/Gl+5sz+ePSe93DqMA8GA1UdEwEB/wQF
      MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhALEs2O3c584SUgR7vb0rG7m5FFsSi+U4
      VEFzf3izttmqAiEAo2tT3M7DGxY2ZpzKaBBav9oWPBjAYgs5Te+VEUb3DRU=
      -----END CERTIFICATE-----

      """

    @Test(arguments: [TransportChoice.sockets, .curl])
    func `authorities of a text replace the system's and every file`(_ choice: TransportChoice) async throws {
      let error = await #expect(throws: ResourceError.self) {
        try await send(choice) { text, file in
          TLSOptions(caFile: file, caPEM: Self.other, certificatePEM: Secret(text))
        }
      }
      #expect(error?.code == .certificateRejected)
    }

    @Test func `a text is never printed`() {
      let options = TLSOptions(caPEM: "of the authority", certificatePEM: "of the client", keyPEM: "of the key")
      let settings = ServiceSettings(connection: ConnectionOptions(tls: options))
      let configuration = ResourceConfiguration(defaults: settings)
      #expect(!configuration.redactedJSON().text().contains("of the "))
      for text in ["\(configuration)", "\(settings)", "\(options)"] {
        #expect(!text.contains("of the client") && !text.contains("of the key"))
      }
    }
  }
#endif
