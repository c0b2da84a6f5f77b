// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The server's side of TLS, by the OpenSSL that libcurl brings along: looked up when it is needed, so that nothing has to
/// be installed for it.
final class FastTLS: Sendable {
  /// A library that is not on this machine.
  public struct Missing: Error, CustomStringConvertible {
    let name: String
    var description: String { "there is no \(name) on this machine" }
  }

  /// Whether this machine has what is needed.
  static let isPossible = (try? Library.of("libssl.so.3")) != nil && (try? Library.of("libnghttp2.so.14")) != nil

  /// A file with the certificate, which is its own authority.
  let authorityFile: String
  private let library: Library
  // Set up once, and only read from then on; OpenSSL counts its uses.
  nonisolated(unsafe) private let context: UnsafeMutableRawPointer

  /// Reads the certificate; with HTTP/2 where that is to be agreed on, and without clients that show none of its own where
  /// those are wanted.
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

  /// Agrees on TLS with a client; `nil` where that fails.
  ///
  /// Called on the connection's own thread, which gets no signal from now on where the client has gone.
  func accept(_ socket: Int32) -> Session? {
    // OpenSSL writes as everybody does, also where the client has gone.
    var pipe = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, nil)
    return try? Session(library, context, socket)
  }

  /// One connection's.
  final class Session {
    private typealias Transfer = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer?, Int32) -> Int32
    private typealias Act = @convention(c) (UnsafeMutableRawPointer) -> Int32

    private let session: UnsafeMutableRawPointer
    private let reading: Transfer
    private let writing: Transfer
    private let ending: Act
    private let freeing: @convention(c) (UnsafeMutableRawPointer) -> Void

    fileprivate init(_ library: Library, _ context: UnsafeMutableRawPointer, _ socket: Int32) throws {
      let make: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = try library.function("SSL_new")
      let set: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32 = try library.function("SSL_set_fd")
      let accept: Act = try library.function("SSL_accept")
      (reading, writing) = (try library.function("SSL_read"), try library.function("SSL_write"))
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

    /// Says that nothing more is coming.
    func end() { _ = ending(session) }
  }

  typealias Choose =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?, UnsafeMutablePointer<UInt8>?,
      UnsafePointer<UInt8>?, UInt32, UnsafeMutableRawPointer?
    ) -> Int32

  /// Takes `h2` out of what the client offers: lengths of a byte, each with a name.
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

  /// Made for these tests, for 127.0.0.1 and a hundred years; it opens nothing.
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

/// A library of the machine.
struct Library: Sendable {
  /// Its file's name.
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

  /// A function, in the form the caller says it has.
  func function<Function>(_ symbol: String) throws -> Function {
    guard let address = dlsym(handle, symbol) else { throw FastTLS.Missing(name: "\(symbol) in \(name)") }
    return unsafeBitCast(address, to: Function.self)
  }
}
