// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// How JSON text is laid out.
  public struct WritingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt8

    /// Makes options from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// One member or element a line, two spaces of indentation a level.
    ///
    /// Without it the text has no white space.
    public static let pretty = Self(rawValue: 1)
    /// Members sorted by the code points of their keys, instead of their own order.
    public static let sortedKeys = Self(rawValue: 2)
  }
}
