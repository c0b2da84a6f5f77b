// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import Foundation
  import ResourceRequestCore
  import Testing

  /// A certificate and its key, made for one test.
  final class TestCertificate {
    let certificate: OpaquePointer
    let key: OpaquePointer

    /// Makes a certificate.
    ///
    /// - Parameters:
    ///   - subject: its common name.
    ///   - names: alternative names, such as `DNS:api.test,IP:127.0.0.1`.
    ///   - issuer: who signs it; `nil` for itself.
    ///   - days: how long it is valid, from two days ago on.
    /// - Throws: an error if OpenSSL makes no key.
    init(_ subject: String, names: String? = nil, issuer: TestCertificate? = nil, days: Int = 30) throws {
      key = try TestCertificate.makeKey()
      certificate = try #require(X509_new())
      X509_set_version(certificate, 2)
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), Int.random(in: 1..<Int(Int32.max)))
      X509_gmtime_adj(X509_getm_notBefore(certificate), -2 * 86_400)
      X509_gmtime_adj(X509_getm_notAfter(certificate), (days - 2) * 86_400)
      X509_set_pubkey(certificate, key)
      let name = X509_get_subject_name(certificate)
      X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, Array(subject.utf8), Int32(subject.utf8.count), -1, 0)
      X509_set_issuer_name(certificate, X509_get_subject_name(issuer?.certificate ?? certificate))
      try add(NID_basic_constraints, names == nil ? "critical,CA:TRUE" : "CA:FALSE")
      if let names { try add(NID_subject_alt_name, names) }
      #expect(X509_sign(certificate, issuer?.key ?? key, EVP_sha256()) > 0)
    }

    deinit {
      X509_free(certificate)
      EVP_PKEY_free(key)
    }

    private static func makeKey() throws -> OpaquePointer {
      let maker = try #require(EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil))
      defer { EVP_PKEY_CTX_free(maker) }
      EVP_PKEY_keygen_init(maker)
      EVP_PKEY_CTX_set_ec_paramgen_curve_nid(maker, NID_X9_62_prime256v1)
      var key: OpaquePointer?
      EVP_PKEY_keygen(maker, &key)
      return try #require(key)
    }

    private func add(_ kind: Int32, _ value: String) throws {
      let part = try #require(X509V3_EXT_conf_nid(nil, nil, kind, value))
      X509_add_ext(certificate, part, -1)
      X509_EXTENSION_free(part)
    }

    /// The certificate as PEM.
    var text: String { TestCertificate.pem { PEM_write_bio_X509($0, certificate) } }

    /// The key as PEM, encrypted if there is a password.
    func keyText(password: String? = nil) -> String {
      TestCertificate.pem { text in
        guard let password else { return PEM_write_bio_PrivateKey(text, key, nil, nil, 0, nil, nil) }
        let bytes = Array(password.utf8)
        return PEM_write_bio_PrivateKey(text, key, EVP_aes_128_cbc(), bytes, Int32(bytes.count), nil, nil)
      }
    }

    var pin: PublicKeyPin {
      var encoded: UnsafeMutablePointer<UInt8>?
      let count = i2d_PUBKEY(key, &encoded)
      defer { CRYPTO_free(encoded, #file, #line) }
      return PublicKeyPin(of: UnsafeBufferPointer(start: encoded, count: Int(count)))
    }

    private static func pem(_ write: (OpaquePointer?) -> Int32) -> String {
      let text = BIO_new(BIO_s_mem())
      defer { BIO_free(text) }
      _ = write(text)
      var bytes = [UInt8](repeating: 0, count: 16 << 10)
      let count = BIO_read(text, &bytes, Int32(bytes.count))
      return String(decoding: bytes.prefix(Int(max(0, count))), as: UTF8.self)
    }
  }

  /// A directory of files that goes with its test.
  final class TestFolder {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// Writes a file and returns its path.
    func write(_ text: String, _ name: String) throws -> String {
      try text.write(toFile: "\(path)/\(name)", atomically: true, encoding: .utf8)
      return "\(path)/\(name)"
    }
  }
#endif
