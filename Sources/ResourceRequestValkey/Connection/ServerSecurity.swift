// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

#if Sockets && os(Linux)
  import ResourceRequestSockets

  /// TLS with a server.
  typealias ServerSecurity = TLSClient
  /// What the connections with TLS to all servers of an address share.
  typealias ServerMaterial = TLSClient.Material

  extension ServerMaterial {
    /// Whether this build has TLS.
    static let isAvailable = true

    static func make(_ options: TLSOptions) -> ServerMaterial? { ServerMaterial(options) }

    func security(for host: String) -> ServerSecurity { ServerSecurity(self, host: host) }
  }

  extension TLSOptions {
    /// What is wrong with them; `nil` if they can be used.
    var fault: String? { TLSClient.fault(of: self) }
  }
#else
  /// TLS with a server, which this build has not: an address that asks for it is refused, and none is made.
  struct ServerSecurity {
    struct Failure: Error { let reason: String }

    let isEstablished = false
    let hasEnded = true

    func begin() throws(Failure) {}
    func receive(_ cipher: UnsafeRawBufferPointer, into plain: inout [UInt8]) throws(Failure) {}
    func encrypt(_ plain: [UInt8]) throws(Failure) {}
    func takeOutput() -> [UInt8] { [] }
  }

  /// What the connections with TLS share, in a build without it.
  struct ServerMaterial: Sendable {
    static let isAvailable = false

    static func make(_ options: TLSOptions) -> ServerMaterial? { nil }

    func security(for host: String) -> ServerSecurity { ServerSecurity() }
  }

  extension TLSOptions {
    var fault: String? { nil }
  }
#endif
