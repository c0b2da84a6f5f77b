// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import ResourceRequestCore
  import ResourceRequestLoop

  /// What a handshake agreed on.
  extension TLSSession {
    /// The version, such as `TLSv1.3`.
    var version: String { String(cString: SSL_get_version(session)) }

    /// The cipher, by OpenSSL's name.
    var cipher: String { SSL_CIPHER_get_name(SSL_get_current_cipher(session)).map { String(cString: $0) } ?? "" }

    /// The name of the protocol that the server chose (RFC 7301); `nil` if it chose none.
    var alpn: String? {
      var (name, count) = (UnsafePointer<UInt8>?.none, UInt32(0))
      SSL_get0_alpn_selected(session, &name, &count)
      guard let name, count > 0 else { return nil }
      return String(decoding: UnsafeBufferPointer(start: name, count: Int(count)), as: UTF8.self)
    }

    /// The protocol to speak; HTTP/1.1 if the server chose none.
    var applicationProtocol: ApplicationProtocol { alpn.flatMap(ApplicationProtocol.init) ?? .http1_1 }

    /// Whether an earlier session was resumed.
    var isResumed: Bool { SSL_session_reused(session) == 1 }

    /// When the server's certificate was verified: with the session that this one resumes, if it does.
    var verifiedAt: UInt64 { isResumed ? offered?.verifiedAt ?? begun : begun }

    /// The pin of the server's public key.
    var peerKeyPin: PublicKeyPin? {
      guard let certificate = SSL_get1_peer_certificate(session) else { return nil }
      defer { X509_free(certificate) }
      var encoded: UnsafeMutablePointer<UInt8>?
      let count = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
      defer { CRYPTO_free(encoded, #file, #line) }
      guard count > 0, let encoded else { return nil }
      return PublicKeyPin(of: UnsafeBufferPointer(start: encoded, count: Int(count)))
    }

    /// Version, cipher and protocol: `TLSv1.3 / TLS_AES_256_GCM_SHA384, ALPN h2`.
    var security: String { "\(version) / \(cipher)" + (alpn.map { ", ALPN \($0)" } ?? "") }
  }

  /// What resumes a session without a full handshake (RFC 8446 §2.2).
  ///
  /// A resumed session is not verified again. So it is bound to the context and the name that it was verified for, and
  /// with them to the authorities and files of that time.
  final class TLSResumption {
    /// Whether it may be used once only, since every use of it can be linked to the others (RFC 8446 §C.4).
    let isSingleUse: Bool
    let context: TLSContext
    let name: String
    let session: OpaquePointer
    /// When the certificate was verified: in the full handshake that this session and those before it go back to.
    let verifiedAt: UInt64

    /// Takes a reference to the session over.
    fileprivate init(_ session: OpaquePointer, of owner: TLSSession) {
      (self.session, context, name) = (session, owner.context, owner.name)
      verifiedAt = owner.verifiedAt
      isSingleUse = SSL_SESSION_get_protocol_version(session) >= TLS1_3_VERSION
    }

    deinit { SSL_SESSION_free(session) }

    /// Whether the certificate is to be verified again: it has expired, or was verified a day ago.
    ///
    /// Every resumed session brings another that can be resumed, so a busy client would else never look at it again.
    func isStale(at now: UInt64) -> Bool {
      if verifiedAt.advanced(byNanoseconds: TLSResumption.trustTime) < now { return true }
      return SSL_SESSION_get0_peer(session).map { X509_cmp_current_time(X509_get0_notAfter($0)) < 0 } ?? false
    }

    private static var trustTime: UInt64 { 24 * 3600 * 1_000_000_000 }
  }

  extension TLSSession {
    /// OpenSSL's callback for a new session: 1 if the reference was kept.
    static let keepsSession: @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32 = { connection, session in
      guard let connection, let session, SSL_SESSION_is_resumable(session) == 1,
        let owner = SSL_get_ex_data(connection, 0).map({ Unmanaged<TLSSession>.fromOpaque($0).takeUnretainedValue() }),
        let newSession = owner.newSession
      else { return 0 }
      newSession(TLSResumption(session, of: owner))
      return 1
    }

    /// Whether the certificate was accepted by its common name, which counts only without alternative names: OpenSSL asks
    /// only whether some of them are DNS names.
    var hasOtherNames: Bool {
      guard context.material.isVerified, TLSSession.address(name) == nil,
        let certificate = SSL_get0_peer_certificate(session),
        X509_get_ext_by_NID(certificate, NID_subject_alt_name, -1) >= 0
      else { return false }
      let flags = UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT)
      return X509_check_host(certificate, name, name.utf8.count, flags, nil) != 1
    }
  }
#endif
