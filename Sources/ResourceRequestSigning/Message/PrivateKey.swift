// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import COpenSSL
  import ResourceRequestCore

  /// A private key of OpenSSL.
  ///
  /// It is freed with its owner; one thread at a time signs by it.
  final class PrivateKey {
    private let key: OpaquePointer
    private let algorithm: SignatureAlgorithm

    /// Reads a key.
    ///
    /// - Parameters:
    ///   - pem: the key as PEM, not encrypted.
    ///   - algorithm: how to sign by it.
    /// - Throws: ``SignatureKey/Invalid`` for a text that is no such key.
    init(pem: Secret, _ algorithm: SignatureAlgorithm) throws(SignatureKey.Invalid) {
      let key = Array(pem.reveal().utf8).withUnsafeBytes { bytes -> OpaquePointer? in
        // It reads the bytes where they are.
        guard let text = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return nil }
        defer { BIO_free(text) }
        // Without a password OpenSSL would ask for one at the terminal.
        return "".withCString { PEM_read_bio_PrivateKey(text, nil, nil, UnsafeMutableRawPointer(mutating: $0)) }
      }
      ERR_clear_error()
      guard let key else {
        throw SignatureKey.Invalid(
          reason: "\"key\" is no private key as PEM, not encrypted, as \(algorithm.rawValue) wants it"
        )
      }
      self.key = key
      self.algorithm = algorithm
      // From here on the key is freed with its owner.
      guard algorithm.fits(key) else {
        throw SignatureKey.Invalid(reason: "\"key\" is a private key of another kind than \(algorithm.rawValue) wants")
      }
    }

    deinit { EVP_PKEY_free(key) }

    /// Signs a message.
    func sign(_ message: [UInt8]) throws(SignatureKey.Invalid) -> [UInt8] {
      guard let context = EVP_MD_CTX_new() else {
        throw SignatureKey.Invalid(reason: "there is no memory for a signature")
      }
      defer { EVP_MD_CTX_free(context) }
      var settings: OpaquePointer?
      var count = 0
      guard EVP_DigestSignInit(context, &settings, algorithm.digest, nil, key) == 1,
        algorithm != .rsaPSS
          || EVP_PKEY_CTX_set_rsa_padding(settings, RSA_PKCS1_PSS_PADDING) == 1
            && EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, 64) == 1,
        EVP_DigestSign(context, nil, &count, message, message.count) == 1
      else { throw failure }
      var signature = [UInt8](repeating: 0, count: count)
      guard EVP_DigestSign(context, &signature, &count, message, message.count) == 1 else { throw failure }
      let made = Array(signature.prefix(count))
      return try algorithm.lengthOfNumber.map { length throws(SignatureKey.Invalid) in
        guard let numbers = Self.numbers(of: made, length) else { throw failure }
        return numbers
      } ?? made
    }

    private var failure: SignatureKey.Invalid {
      ERR_clear_error()
      return SignatureKey.Invalid(reason: "\"key\" cannot sign by \(algorithm.rawValue)")
    }

    /// The two numbers of an ECDSA signature, each of a fixed length (RFC 9421 §3.3.4), in place of their DER.
    private static func numbers(of der: [UInt8], _ length: Int32) -> [UInt8]? {
      let signature = der.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return d2i_ECDSA_SIG(nil, &start, bytes.count)
      }
      guard let signature else { return nil }
      defer { ECDSA_SIG_free(signature) }
      var numbers = [UInt8](repeating: 0, count: Int(length) * 2)
      let isWritten = numbers.withUnsafeMutableBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return false }
        return BN_bn2binpad(ECDSA_SIG_get0_r(signature), start, length) == length
          && BN_bn2binpad(ECDSA_SIG_get0_s(signature), start + Int(length), length) == length
      }
      return isWritten ? numbers : nil
    }
  }

  extension SignatureAlgorithm {
    /// The hash function; `nil` where the algorithm has its own.
    fileprivate var digest: OpaquePointer? {
      switch self {
      case .hmacSHA256, .ecdsaP256, .rsaPKCS1: EVP_sha256()
      case .ecdsaP384: EVP_sha384()
      case .rsaPSS: EVP_sha512()
      case .ed25519: nil
      }
    }

    /// The bytes of each number of an ECDSA signature; `nil` for others.
    fileprivate var lengthOfNumber: Int32? {
      switch self {
      case .ecdsaP256: 32
      case .ecdsaP384: 48
      default: nil
      }
    }

    fileprivate func fits(_ key: OpaquePointer) -> Bool {
      let kind = EVP_PKEY_get_base_id(key)
      return switch self {
      case .hmacSHA256: false
      case .ed25519: kind == EVP_PKEY_ED25519
      case .ecdsaP256: kind == EVP_PKEY_EC && Self.curve(of: key) == "prime256v1"
      case .ecdsaP384: kind == EVP_PKEY_EC && Self.curve(of: key) == "secp384r1"
      case .rsaPSS: kind == EVP_PKEY_RSA || kind == EVP_PKEY_RSA_PSS
      case .rsaPKCS1: kind == EVP_PKEY_RSA
      }
    }

    /// The name of the curve as OpenSSL writes it: others have as many bits.
    private static func curve(of key: OpaquePointer) -> String {
      var name = [CChar](repeating: 0, count: 80)
      var length = 0
      guard EVP_PKEY_get_group_name(key, &name, name.count, &length) == 1 else { return "" }
      return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
#endif
