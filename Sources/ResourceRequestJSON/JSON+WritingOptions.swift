// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// The layout of JSON text.
  public struct WritingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt8

    /// Creates options from bits.
    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    /// One member or element a line, indented by two spaces a level.
    ///
    /// Without it the text has no white space.
    public static let pretty = Self(rawValue: 1)
    /// Sorts members by the code points of their keys.
    public static let sortedKeys = Self(rawValue: 2)
  }
}
