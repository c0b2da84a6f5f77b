// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Sends an idempotency key, for services that detect repeated requests (draft-ietf-httpapi-idempotency-key-header).
///
/// All attempts and redirects of a call carry the same key; a key that the caller sets wins.
public struct IdempotencyKeyPolicy: Sendable, Hashable {
  /// The name of the header field.
  public var header: String
  /// The methods that get a key.
  public var methods: Set<RequestMethod>
  /// Whether the key is quoted, as a string of RFC 9651.
  public var isQuoted: Bool

  /// Creates a policy; by default `Idempotency-Key`, quoted, for POST and PATCH.
  public init(header: String = "Idempotency-Key", methods: Set<RequestMethod> = [.post, .patch], isQuoted: Bool = true)
  {
    self.header = header
    self.methods = methods
    self.isQuoted = isQuoted
  }
}

/// A key for a request that must have its effect once.
///
/// Pure.
enum IdempotencyKey {
  /// A random UUID (RFC 9562 §5.4) of two draws of 64 bits.
  static func make(_ first: UInt64, _ second: UInt64) -> String {
    let high = (first & ~0xF000) | 0x4000
    let low = (second & ~(3 << 62)) | (2 << 62)
    let bytes = (high.bigEndian, low.bigEndian)
    return withUnsafeBytes(of: bytes) { UUID(uuid: $0.load(as: uuid_t.self)) }.uuidString.lowercasedASCII()
  }
}
