// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How much of an answer is taken in before the exchange ends with an error.
///
/// What is `nil` is decided further out.
public struct ResponseLimits: Sendable, Hashable {
  /// The size of a buffered body in bytes, counted after decompression.
  public var bodyBytes: Int?
  /// The size of a head in bytes: status line and fields of one answer, interim answers included.
  public var headBytes: Int?

  /// Limits for the parts named; the others are left to be decided further out.
  public init(bodyBytes: Int? = nil, headBytes: Int? = nil) {
    self.bodyBytes = bodyBytes
    self.headBytes = headBytes
  }

  /// What holds where nobody says otherwise: 64 MiB of body, 128 KiB of head.
  public static let standard = ResponseLimits(bodyBytes: 64 << 20, headBytes: 128 << 10)

  /// These limits, and for each that is `nil` the one of `outer`.
  public func merging(_ outer: ResponseLimits) -> ResponseLimits {
    ResponseLimits(bodyBytes: bodyBytes ?? outer.bodyBytes, headBytes: headBytes ?? outer.headBytes)
  }
}
