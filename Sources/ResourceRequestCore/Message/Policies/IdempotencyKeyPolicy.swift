// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

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
