// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import CNghttp2
  import COpenSSL

  /// A key and a certificate for 127.0.0.1 and localhost, made for one server, and what its connections share.
  final class ServerIdentity: Sendable {
    /// The certificate in PEM: it is its own authority.
    let certificate: String
    // Set up in the initializer and only read afterwards; OpenSSL counts references.
    nonisolated(unsafe) let context: OpaquePointer

    /// Makes an identity; `nil` where OpenSSL makes none.
    ///
    /// - Parameter offersHTTP2: whether clients that offer HTTP/2 get it.
    init?(offersHTTP2: Bool) {
      guard OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1, let key = Self.key() else { return nil }
      defer { EVP_PKEY_free(key) }
      guard let certificate = Self.certificate(of: key) else { return nil }
      defer { X509_free(certificate) }
      guard let text = Self.text(of: certificate), let context = SSL_CTX_new(TLS_server_method()) else { return nil }
      (self.certificate, self.context) = (text, context)
      guard SSL_CTX_use_certificate(context, certificate) == 1, SSL_CTX_use_PrivateKey(context, key) == 1 else {
        return nil
      }
      guard offersHTTP2 else { return }
      SSL_CTX_set_alpn_select_cb(
        context,
        { _, chosen, length, offered, count, _ in
          let name = UnsafeMutableRawPointer(chosen)?.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
          return nghttp2_select_next_protocol(name, length, offered, count) < 0
            ? SSL_TLSEXT_ERR_NOACK : SSL_TLSEXT_ERR_OK
        },
        nil
      )
    }

    deinit { SSL_CTX_free(context) }

    private static func key() -> OpaquePointer? {
      guard let maker = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
      defer { EVP_PKEY_CTX_free(maker) }
      var key: OpaquePointer?
      guard EVP_PKEY_keygen_init(maker) == 1,
        EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1) == 1, EVP_PKEY_keygen(maker, &key) == 1
      else { return nil }
      return key
    }

    private static func certificate(of key: OpaquePointer) -> OpaquePointer? {
      guard let certificate = X509_new() else { return nil }
      X509_set_version(certificate, 2)
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1..<Int(Int32.max)))
      // From yesterday on, for clocks that differ.
      X509_gmtime_adj(X509_getm_notBefore(certificate), -86_400)
      X509_gmtime_adj(X509_getm_notAfter(certificate), 30 * 86_400)
      X509_set_pubkey(certificate, key)
      let name = X509_get_subject_name(certificate)
      let text = Array("test server".utf8)
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, text, Int32(text.count), -1, 0)
      X509_set_issuer_name(certificate, name)
      let parts = [
        (NID_basic_constraints, "critical,CA:TRUE"), (NID_subject_alt_name, "IP:127.0.0.1,DNS:localhost"),
      ]
      for (kind, value) in parts {
        guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { continue }
        X509_add_ext(certificate, part, -1)
        X509_EXTENSION_free(part)
      }
      guard X509_sign(certificate, key, EVP_sha256()) > 0 else {
        X509_free(certificate)
        return nil
      }
      return certificate
    }

    private static func text(of certificate: OpaquePointer) -> String? {
      guard let text = BIO_new(BIO_s_mem()) else { return nil }
      defer { BIO_free(text) }
      PEM_write_bio_X509(text, certificate)
      var bytes = [UInt8](repeating: 0, count: 8 << 10)
      let count = BIO_read(text, &bytes, Int32(bytes.count))
      return count > 0 ? String(decoding: bytes.prefix(Int(count)), as: UTF8.self) : nil
    }
  }
#endif
