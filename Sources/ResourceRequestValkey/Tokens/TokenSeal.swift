// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

#if Sockets && os(Linux)
  import COpenSSL
#endif

/// Encrypts tokens, so that who can read the server cannot use them: AES-256-GCM, bound to the name under which a token is kept.
///
/// The key and the names of what is kept come from one secret (HMAC-SHA-256), so that nothing at the server can be tried against
/// a client's secret without it.
struct TokenSeal: Sendable {
  /// How many bytes a secret needs, to be none that can be guessed.
  static let shortestSecret = 32

  /// Whether this build can encrypt: it does so by OpenSSL.
  static var isAvailable: Bool {
    #if Sockets && os(Linux)
      true
    #else
      false
    #endif
  }

  private static let nonceLength = 12
  private static let tagLength = 16
  /// Asked each time: one that is read from a file may be replaced there.
  let secret: Secret
  private var key: [UInt8] { derived("seal") }
  private var naming: [UInt8] { derived("name") }

  private func derived(_ purpose: String) -> [UInt8] {
    HMAC.code(of: Array(purpose.utf8), key: Array(secret.reveal().utf8))
  }

  /// What a name is at the server.
  func hidden(_ name: String) -> String {
    HMAC.code(of: Array(name.utf8), key: naming).hexadecimal
  }

  #if Sockets && os(Linux)
    /// Encrypts bytes for a name; `nil` without memory.
    func seal(_ plain: [UInt8], for name: String) -> [UInt8]? {
      var random = SystemRandomNumberGenerator()
      let nonce = (0..<Self.nonceLength).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      guard let context = EVP_CIPHER_CTX_new() else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }
      var sealed = [UInt8](repeating: 0, count: plain.count)
      var tag = [UInt8](repeating: 0, count: Self.tagLength)
      let bound = Array(name.utf8)
      var count: Int32 = 0
      guard EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
        EVP_EncryptUpdate(context, nil, &count, bound, Int32(clamping: bound.count)) == 1,
        EVP_EncryptUpdate(context, &sealed, &count, plain, Int32(clamping: plain.count)) == 1,
        Int(count) == plain.count, EVP_EncryptFinal_ex(context, &tag, &count) == 1,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagLength), &tag) == 1
      else {
        ERR_clear_error()
        return nil
      }
      return nonce + sealed + tag
    }

    /// Decrypts bytes of a name; `nil` for others, and for those of another secret.
    func open(_ sealed: [UInt8], for name: String) -> [UInt8]? {
      guard sealed.count >= Self.nonceLength + Self.tagLength, let context = EVP_CIPHER_CTX_new() else { return nil }
      defer { EVP_CIPHER_CTX_free(context) }
      let nonce = Array(sealed.prefix(Self.nonceLength))
      var tag = Array(sealed.suffix(Self.tagLength))
      let body = Array(sealed.dropFirst(Self.nonceLength).dropLast(Self.tagLength))
      let bound = Array(name.utf8)
      var plain = [UInt8](repeating: 0, count: body.count)
      // What the end may write; GCM writes nothing there.
      var rest = [UInt8](repeating: 0, count: Self.tagLength)
      var count: Int32 = 0
      guard EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1,
        EVP_DecryptUpdate(context, nil, &count, bound, Int32(clamping: bound.count)) == 1,
        EVP_DecryptUpdate(context, &plain, &count, body, Int32(clamping: body.count)) == 1,
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagLength), &tag) == 1,
        EVP_DecryptFinal_ex(context, &rest, &count) == 1
      else {
        ERR_clear_error()
        return nil
      }
      return plain
    }
  #else
    func seal(_ plain: [UInt8], for name: String) -> [UInt8]? { nil }
    func open(_ sealed: [UInt8], for name: String) -> [UInt8]? { nil }
  #endif
}
