// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A key that makes a request safe to repeat, for services that detect repetitions (draft-ietf-httpapi-idempotency-key-header).
///
/// All attempts and redirects of a call have the same; one the caller sets wins.
public struct IdempotencyKeyPolicy: Sendable, Hashable {
  /// The field it stands in.
  public var header: String
  /// The methods that get one.
  public var methods: Set<RequestMethod>
  /// Whether it stands in quotes, as a string of RFC 9651.
  public var isQuoted: Bool

  /// `Idempotency-Key`, quoted, for POST and PATCH, unless named otherwise.
  public init(header: String = "Idempotency-Key", methods: Set<RequestMethod> = [.post, .patch], isQuoted: Bool = true)
  {
    self.header = header
    self.methods = methods
    self.isQuoted = isQuoted
  }
}
