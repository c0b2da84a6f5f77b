// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// How third-party servers fail, and the error codes that callers get.
@Suite struct FailureTests {
  static let transports = TransportUnderTest.allCases

  /// The code of the failure that sending must end with.
  private func failure(_ send: () async throws -> TransportResponse) async -> ResourceError.Code? {
    do {
      let response = try await send()
      Issue.record("an answer came: \(response.status)")
      return nil
    } catch let error as TransportFailure {
      return error.code
    } catch let error as ResourceError {
      return error.code
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test(arguments: transports)
  func `a connection closed without a word is a closed connection`(over transport: TransportUnderTest) async {
    let code = await failure { try await transport.send(.get, Servers.nginx("/close")) }
    #expect(code == .connectionClosed)
  }

  @Test(arguments: transports)
  func `an untrusted authority is rejected`(over transport: TransportUnderTest) async {
    let code = await failure { try await transport.send(.get, Servers.nginxTLS("/echo")) }
    #expect(code == .certificateRejected)
  }

  @Test(arguments: transports)
  func `TLS spoken to a plain port is a failed handshake`(over transport: TransportUnderTest) async {
    let code = await failure {
      try await transport.send(.get, Servers.nginx("/echo").replacing("http://", with: "https://"))
    }
    #expect(code == .tlsHandshakeFailed)
  }

  @Test(arguments: transports)
  func `a server that thinks for too long runs into the read timeout`(over transport: TransportUnderTest) async {
    let options = ExchangeOptions(timeouts: Timeouts(read: .milliseconds(200)))
    let code = await failure { try await transport.send(.get, Servers.httpbin("/delay/5"), options: options) }
    #expect(code == .readTimeout)
  }

  @Test(arguments: transports)
  func `a body above the limit ends the exchange`(over transport: TransportUnderTest) async {
    let options = ExchangeOptions(limits: ResponseLimits(bodyBytes: 1 << 20))
    let code = await failure { try await transport.send(.get, Servers.nginx("/big.bin"), options: options) }
    #expect(code == .bodyTooLarge)
  }
}
