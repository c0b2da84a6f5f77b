// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Size limits of a response; a larger one ends the call with an error.
///
/// `nil` inherits from the service, then from `defaults`.
public struct ResponseLimits: Sendable, Hashable {
  /// The size of a buffered body in bytes, counted after decompression.
  public var bodyBytes: Int?
  /// The size of a head in bytes: status line and fields, interim responses included.
  public var headBytes: Int?

  /// Creates limits; those not named inherit.
  public init(bodyBytes: Int? = nil, headBytes: Int? = nil) {
    self.bodyBytes = bodyBytes
    self.headBytes = headBytes
  }

  /// The defaults: 64 MiB of body, 128 KiB of head.
  public static let standard = ResponseLimits(bodyBytes: 64 << 20, headBytes: 128 << 10)
}
