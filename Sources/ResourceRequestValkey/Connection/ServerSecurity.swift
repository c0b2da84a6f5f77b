// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

#if Sockets && os(Linux)
  import ResourceRequestSockets

  /// TLS with a server.
  typealias ServerSecurity = TLSClient
#else
  /// TLS with a server, which this build has not: an address that asks for it is refused, and none is made.
  struct ServerSecurity {
    struct Failure: Error { let reason: String }

    let isEstablished = false
    let hasEnded = true

    private init() {}

    func begin() throws(Failure) {}
    func receive(_ cipher: UnsafeRawBufferPointer, into plain: inout [UInt8]) throws(Failure) {}
    func encrypt(_ plain: [UInt8]) throws(Failure) {}
    func takeOutput() -> [UInt8] { [] }
  }
#endif

extension ServerSecurity {
  #if Sockets && os(Linux)
    /// Whether this build has TLS.
    static let isAvailable = true

    /// TLS with a server.
    static func make(_ options: TLSOptions, host: String) -> ServerSecurity? { ServerSecurity(options, host: host) }
  #else
    static let isAvailable = false

    static func make(_ options: TLSOptions, host: String) -> ServerSecurity? { nil }

    static func fault(of options: TLSOptions) -> String? { nil }
  #endif
}
