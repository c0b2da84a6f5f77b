// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// What the TLS sessions of equal options share: authorities, the client's certificate, versions and protocols.
  ///
  /// The files are read once, when it is made. A pool keeps one for each ``TLSMaterialKey`` and makes another when the
  /// key has changed. Sessions of the old context stay as they are.
  final class TLSContext: Sendable {
    let material: TLSMaterial
    // Set up in the initializer and only read afterwards; OpenSSL counts references and locks its store of authorities.
    nonisolated(unsafe) let context: OpaquePointer

    /// Reads the material.
    ///
    /// - Throws: ``TLSFault`` for an option that cannot be used, ``TLSFailure/exhausted`` without memory.
    init(_ material: TLSMaterial) throws {
      _ = TLSContext.libraryIsReady
      ERR_clear_error()
      guard let context = SSL_CTX_new(TLS_client_method()) else { throw TLSFailure.exhausted }
      (self.material, self.context) = (material, context)
      copenssl_configure_client(context, material.minimumVersion == .v1_3 ? TLS1_3_VERSION : TLS1_2_VERSION)
      SSL_CTX_sess_set_new_cb(context, TLSSession.keepsSession)
      SSL_CTX_set_msg_callback(context, TLSSession.countsMessage)
      if material.isVerified { SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil) }
      // An intermediate certificate may be named as the authority.
      X509_VERIFY_PARAM_set_flags(SSL_CTX_get0_param(context), UInt(X509_V_FLAG_PARTIAL_CHAIN))
      var offer: [UInt8] = []
      for name in material.protocols.map(\.rawValue.utf8) { offer += [UInt8(name.count)] + name }
      if !offer.isEmpty, SSL_CTX_set_alpn_protos(context, offer, UInt32(offer.count)) != 0 {
        throw TLSFailure.exhausted
      }
      try trust(material.authorities)
      if let identity = material.identity { try use(identity) }
    }

    deinit { SSL_CTX_free(context) }

    /// Initializes OpenSSL so that it frees nothing when the process ends, where threads may still use it.
    ///
    /// If the program has initialized it before, it does so all the same; then the loops are kept out of it.
    private static let libraryIsReady: Bool = {
      defer { ExitGate.closeAtExit() }
      return OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
    }()

    /// Loads the authorities, also those of unverified sessions: a fault of a named file is one in any case.
    private func trust(_ authorities: TLSMaterial.Authorities) throws {
      switch authorities {
      case .systems:
        guard let store = SystemAuthorities.store() else { throw TLSFailure.exhausted }
        SSL_CTX_set_cert_store(context, store)
      case .text(let text): try trust(text)
      case .named(let file, let directory):
        if let file, SSL_CTX_load_verify_file(context, file) != 1 {
          throw TLSFault(.caFile, "cannot be used: \(OpenSSLErrors().reason)")
        }
        guard let directory else { return }
        // OpenSSL reads a directory when it looks for an authority, and ignores one that is missing.
        guard let opened = opendir(directory) else {
          throw TLSFault(.caDirectory, "cannot be used: \(String(cString: strerror(errno)))")
        }
        closedir(opened)
        guard SSL_CTX_load_verify_dir(context, directory) == 1 else {
          throw TLSFault(.caDirectory, "cannot be used: \(OpenSSLErrors().reason)")
        }
      }
    }

    private func trust(_ text: String) throws(TLSFault) {
      let text = try open(.text(Secret(text)), .caPEM)
      defer { BIO_free(text) }
      var isEmpty = true
      while let authority = TLSContext.certificate(in: text) {
        isEmpty = false
        defer { X509_free(authority) }
        guard X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority) == 1 else {
          throw TLSFault(.caPEM, "cannot be used: \(OpenSSLErrors().reason)")
        }
      }
      let end = OpenSSLErrors()
      guard !isEmpty, end.isEndOfPEM else { throw TLSFault(.caPEM, "cannot be used: \(end.reason)") }
    }

    /// Loads the client's certificate, its intermediates, and its key.
    private func use(_ identity: TLSMaterial.Identity) throws(TLSFault) {
      let option: TLSFault.Option = if case .text = identity.certificate { .certificatePEM } else { .certificate }
      let text = try open(identity.certificate, option)
      defer { BIO_free(text) }
      guard let certificate = TLSContext.certificate(in: text) else {
        throw TLSFault(option, "cannot be used: \(OpenSSLErrors().reason)")
      }
      defer { X509_free(certificate) }
      guard SSL_CTX_use_certificate(context, certificate) == 1 else {
        throw TLSFault(option, "cannot be used: \(OpenSSLErrors().reason)")
      }
      while let intermediate = TLSContext.certificate(in: text) {
        guard copenssl_add_chain_certificate(context, intermediate) == 1 else {
          X509_free(intermediate)
          throw TLSFault(option, "cannot be used: \(OpenSSLErrors().reason)")
        }
      }
      let end = OpenSSLErrors()
      guard end.isEndOfPEM else { throw TLSFault(option, "cannot be used: \(end.reason)") }
      try useKey(of: identity, beside: option)
    }

    private func useKey(of identity: TLSMaterial.Identity, beside certificate: TLSFault.Option) throws(TLSFault) {
      let option: TLSFault.Option =
        switch identity.key {
        case nil: certificate
        case .file: .key
        case .text: .keyPEM
        }
      let text = try open(identity.key ?? identity.certificate, option)
      defer { BIO_free(text) }
      // An empty password opens nothing.
      let key = (identity.password?.reveal() ?? "").withCString {
        PEM_read_bio_PrivateKey(text, nil, nil, UnsafeMutableRawPointer(mutating: $0))
      }
      defer { EVP_PKEY_free(key) }
      guard let key, SSL_CTX_use_PrivateKey(context, key) == 1, SSL_CTX_check_private_key(context) == 1 else {
        ERR_clear_error()
        if identity.password != nil {
          throw TLSFault(.keyPassword, "does not open a private key that is the certificate's")
        }
        throw TLSFault(
          option,
          "has no private key that can be used and is the certificate's; an encrypted one needs its password"
        )
      }
    }

    /// The next certificate of a text; without a password OpenSSL would ask for one at the terminal.
    private static func certificate(in text: OpaquePointer) -> OpaquePointer? {
      "".withCString { PEM_read_bio_X509_AUX(text, nil, nil, UnsafeMutableRawPointer(mutating: $0)) }
    }

    private func open(_ source: TLSMaterial.Source, _ option: TLSFault.Option) throws(TLSFault) -> OpaquePointer {
      switch source {
      case .file(let path):
        guard let text = BIO_new_file(path, "r") else {
          throw TLSFault(option, "cannot be used: \(OpenSSLErrors().reason)")
        }
        return text
      case .text(let secret):
        // The buffer has a copy of the text, and is freed with it.
        let bytes = Array(secret.reveal().utf8)
        let count = Int32(clamping: bytes.count)
        guard let text = BIO_new(BIO_s_mem()) else { throw TLSFault(option, "cannot be used: no memory") }
        guard bytes.isEmpty || BIO_write(text, bytes, count) == count else {
          BIO_free(text)
          throw TLSFault(option, "cannot be used: no memory")
        }
        return text
      }
    }
  }
#endif
