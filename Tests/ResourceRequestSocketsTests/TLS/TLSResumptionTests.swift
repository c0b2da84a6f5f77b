// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import Foundation
  import ResourceRequestCore
  import Testing

  @testable import ResourceRequestSockets

  /// Sessions that go on where earlier ones ended.
  struct TLSResumptionTests {
    private let folder: TestFolder
    private let server: TestCertificate
    private let trusted: TLSOptions

    init() throws {
      folder = try TestFolder()
      server = try TestCertificate("server", names: "DNS:api.test,DNS:b.test", issuer: nil)
      trusted = TLSOptions(caFile: try folder.write(server.text, "ca.pem"))
    }

    /// Connects and returns what resumes the session.
    private func connect(
      _ context: TLSContext,
      _ peer: TLSPeer.Server,
      host: String = "api.test",
      with resumption: TLSResumption? = nil
    ) throws -> (client: TLSSession, resumptions: [TLSResumption]) {
      let client = try TLSSession(context, host: host, resumption: resumption)
      var kept: [TLSResumption] = []
      client.newSession = { kept.append($0) }
      let pair = try TLSPair(client, peer)
      #expect(pair.handshake() == .done)
      pair.deliver()
      client.newSession = nil
      return (client, kept)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `a session is resumed, and a TLS 1.3 ticket is for one use`(_ version: Int32) throws {
      let context = try TLSContext(TLSMaterial(trusted, [.http1_1]))
      let peer = try TLSPeer.Server(server, TLSPeer.Options(versions: (version, version)))
      let (first, resumptions) = try connect(context, peer)
      #expect(!first.isResumed)
      #expect(resumptions.count == (version == TLS1_3_VERSION ? 2 : 1))
      #expect(resumptions.allSatisfy { $0.isSingleUse == (version == TLS1_3_VERSION) })
      for resumption in resumptions {
        let (client, more) = try connect(context, peer, with: resumption)
        #expect(client.isResumed)
        #expect(client.peerKeyPin == server.pin)
        #expect(version == TLS1_2_VERSION || !more.isEmpty)
      }
      // Another server does not know the session: a full handshake follows.
      let other = try TLSPeer.Server(server, TLSPeer.Options(versions: (version, version)))
      #expect(try !connect(context, other, with: resumptions.first).client.isResumed)
    }

    @Test func `a session is not resumed with another context or for another name`() throws {
      let context = try TLSContext(TLSMaterial(trusted, []))
      let peer = try TLSPeer.Server(server)
      let unverified = try TLSContext(TLSMaterial(.insecureSkipVerify(), []))
      let (_, loose) = try connect(unverified, peer, host: "wrong.test")
      #expect(try !connect(context, peer, with: loose.first).client.isResumed)
      let (_, kept) = try connect(context, peer)
      #expect(try !connect(context, peer, host: "b.test", with: kept.first).client.isResumed)
      #expect(try connect(context, peer, with: kept.last).client.isResumed)
    }

    @Test(arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func `the certificate is verified again a day after it was, however often its session was resumed`(
      _ version: Int32
    ) throws {
      let context = try TLSContext(TLSMaterial(trusted, []))
      let peer = try TLSPeer.Server(server, TLSPeer.Options(versions: (version, version)))
      let first = try #require(try connect(context, peer).resumptions.first)
      // The server of TLS 1.2 brings no session with the resumed one.
      let (client, more) = try connect(context, peer, with: first)
      #expect(client.isResumed)
      #expect(client.verifiedAt == first.verifiedAt)
      #expect(more.allSatisfy { $0.verifiedAt == first.verifiedAt })
      let day: UInt64 = 24 * 3600 * 1_000_000_000
      for resumption in more + [first] {
        #expect(!resumption.isStale(at: first.verifiedAt + day))
        #expect(resumption.isStale(at: first.verifiedAt + day + 1))
      }
      // A full handshake begins anew.
      #expect(try connect(context, peer).client.verifiedAt > first.verifiedAt)
    }

    @Test func `pins are checked on a resumed session too`() throws {
      var options = trusted
      options.pinnedPublicKeys = [server.pin]
      let context = try TLSContext(TLSMaterial(options, []))
      let peer = try TLSPeer.Server(server)
      let (_, kept) = try connect(context, peer)
      #expect(try connect(context, peer, with: kept.first).client.isResumed)
    }
  }
#endif
