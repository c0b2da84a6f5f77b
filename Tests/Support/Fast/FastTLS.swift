// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server side of TLS, using the OpenSSL that libcurl depends on: loaded at run time, so that nothing has to be
/// installed for it.
final class FastTLS: Sendable {
  /// A library that is not on this machine.
  public struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "there is no \(name) on this machine" }
  }

  /// Whether this machine has the libraries for TLS and HTTP/2.
  static let isPossible = (try? Library.of("libssl.so.3")) != nil && (try? Library.of("libnghttp2.so.14")) != nil

  /// A file with the self-signed certificate.
  let authorityFile: String
  private let library: Library
  // Set up once, then only read; OpenSSL counts the references.
  nonisolated(unsafe) private let context: UnsafeMutableRawPointer

  /// Loads the certificate; on request, negotiates HTTP/2 and refuses clients without a certificate of the same
  /// authority.
  init(http2: Bool, wantsClient: Bool = false) throws {
    let library = try Library.of("libssl.so.3")
    let make: @convention(c) (UnsafeRawPointer?) -> UnsafeMutableRawPointer? = try library.function("SSL_CTX_new")
    let method: @convention(c) () -> UnsafeRawPointer? = try library.function("TLS_server_method")
    guard let context = make(method()) else { throw Missing(name: "context of OpenSSL") }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("fast-\(UUID().uuidString).pem").path
    try (FastTLS.certificate + FastTLS.key).write(toFile: file, atomically: true, encoding: .utf8)
    typealias Use = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, Int32) -> Int32
    let useCertificate: Use = try library.function("SSL_CTX_use_certificate_file")
    let useKey: Use = try library.function("SSL_CTX_use_PrivateKey_file")
    guard useCertificate(context, file, 1) == 1, useKey(context, file, 1) == 1 else {
      throw Missing(name: "certificate")
    }
    if wantsClient {
      let verify: @convention(c) (UnsafeMutableRawPointer, Int32, UnsafeRawPointer?) -> Void =
        try library.function("SSL_CTX_set_verify")
      // SSL_VERIFY_PEER and SSL_VERIFY_FAIL_IF_NO_PEER_CERT.
      verify(context, 3, nil)
      let trust: @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<CChar>?) -> Int32 =
        try library.function("SSL_CTX_load_verify_locations")
      guard trust(context, file, nil) == 1 else { throw Missing(name: "authority") }
    }
    if http2 {
      let choose: @convention(c) (UnsafeMutableRawPointer, Choose?, UnsafeMutableRawPointer?) -> Void =
        try library.function("SSL_CTX_set_alpn_select_cb")
      choose(context, FastTLS.chooseHTTP2, nil)
    }
    self.library = library
    self.context = context
    authorityFile = file
  }

  deinit { try? FileManager.default.removeItem(atPath: authorityFile) }

  /// Performs the TLS handshake with a client; `nil` if it fails.
  ///
  /// Blocks SIGPIPE on the calling thread, which must be the connection's own.
  func accept(_ socket: Int32) -> Session? {
    // OpenSSL writes without MSG_NOSIGNAL, so SIGPIPE would end the process if the client has disconnected.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    return try? Session(library, context, socket)
  }

  /// The TLS session of one connection.
  final class Session {
    private typealias Transfer = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, Int32) -> Int32
    private typealias Act = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private let session: UnsafeMutableRawPointer
    private let reading: Transfer
    private let writing: Transfer
    private let ending: Act
    private let pending: Act
    private let freeing: @convention(c) (UnsafeMutableRawPointer) -> Void

    fileprivate init(_ library: Library, _ context: UnsafeMutableRawPointer, _ socket: Int32) throws {
      let make: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = try library.function("SSL_new")
      let set: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32 = try library.function("SSL_set_fd")
      let accept: Act = try library.function("SSL_accept")
      (reading, writing) = (try library.function("SSL_read"), try library.function("SSL_write"))
      pending = try library.function("SSL_pending")
      (ending, freeing) = (try library.function("SSL_shutdown"), try library.function("SSL_free"))
      guard let session = make(context) else { throw Missing(name: "session of OpenSSL") }
      self.session = session
      guard set(session, socket) == 1, accept(session) == 1 else { throw Missing(name: "agreement") }
    }

    deinit { freeing(session) }

    func read(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
      Int(reading(session, buffer.baseAddress, Int32(clamping: buffer.count)))
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> Int {
      Int(writing(session, bytes.baseAddress, Int32(clamping: bytes.count)))
    }

    /// Whether decrypted bytes wait to be read.
    var hasPending: Bool { pending(session) > 0 }

    /// Ends sending.
    func end() { _ = ending(session) }
  }

  typealias Choose =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32

  /// Selects `h2` from the client's offer: a list of names, each after a length byte.
  private static let chooseHTTP2: Choose = { _, chosen, length, offered, count, _ in
    guard let offered else { return 3 }
    var place = 0
    while place < Int(count) {
      let size = Int(offered[place])
      if size == 2, offered[place + 1] == UInt8(ascii: "h"), offered[place + 2] == UInt8(ascii: "2") {
        chosen?.pointee = offered + place + 1
        length?.pointee = 2
        return 0
      }
      place += size + 1
    }
    return 3
  }

  /// Made for these tests, valid for 127.0.0.1 and a hundred years; it protects nothing.
  private static let certificate = """
    -----BEGIN CERTIFICATE-----
    MIIBaTCCARCgAwIBAgIBATAKBggqhkjOPQQDAjAbMRkwFwYDVQQDDBBmYXN0IHRl
    c3Qgc2VydmVyMCAXDTI0MDEwMTAwMDAwMFoYDzIxMjQwMTAxMDAwMDAwWjAbMRkw
    FwYDVQQDDBBmYXN0IHRlc3Qgc2VydmVyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcD
    QgAEWCVRpH/RMXTr3ykRXdwboYz7gswdiTR3yboTkLidK4Az7n74M50RH42hSji2
    8amRQxnM/J2WZjrybHRgVJR8w6NDMEEwDwYDVR0RBAgwBocEfwAAATAPBgNVHRMB
    Af8EBTADAQH/MB0GA1UdDgQWBBR+PDXgN6yNq1ONYRM7kSC5J8YbdjAKBggqhkjO
    PQQDAgNHADBEAiBDJwhNt0JY5LJRURNFj1XTJ6ttbxi+2qvjaAEtrdI3jgIge/HO
    KdFVFz9/5nLeo0pGf0B2ubzq8hTd3JT3DBDxM/Q=
    -----END CERTIFICATE-----

    """
  private static let key = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKRdSa8JWiiDZjVM1
    iKwYs0CnkhEGMBMF06HgmNRqrzyhRANCAARYJVGkf9ExdOvfKRFd3BuhjPuCzB2J
    NHfJuhOQuJ0rgDPufvgznREfjaFKOLbxqZFDGcz8nZZmOvJsdGBUlHzD
    -----END PRIVATE KEY-----

    """
}

/// A shared library of this machine.
struct Library: Sendable {
  /// The library's file name.
  let name: String
  // Never closed.
  nonisolated(unsafe) private let handle: UnsafeMutableRawPointer

  private init(name: String, handle: UnsafeMutableRawPointer) {
    self.name = name
    self.handle = handle
  }

  static func of(_ name: String) throws -> Library {
    guard let handle = dlopen(name, RTLD_NOW) else { throw FastTLS.Missing(name: name) }
    return Library(name: name, handle: handle)
  }

  /// Looks up a function; the caller states its type.
  func function<Function>(_ symbol: String) throws -> Function {
    guard let address = dlsym(handle, symbol) else { throw FastTLS.Missing(name: "\(symbol) in \(name)") }
    return unsafeBitCast(address, to: Function.self)
  }
}
