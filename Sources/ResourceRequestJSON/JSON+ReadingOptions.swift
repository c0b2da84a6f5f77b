// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// Options for parsing JSON; the grammar is always that of RFC 8259.
  public struct ReadingOptions: Sendable, Hashable {
    /// How to treat a repeated key in an object, which RFC 8259 §4 leaves open.
    public enum DuplicateKeys: Sendable, Hashable {
      /// The last value counts, at the key's first position, as in JavaScript.
      case keepLast
      /// The text is refused at the second key.
      case refuse
    }

    /// The maximum nesting depth; 512 by default.
    ///
    /// It is at most ``depthCeiling``, since releasing a deeper value could exhaust a thread's stack.
    public var maximumDepth: Int
    /// How to treat a repeated key; by default the last value counts.
    public var duplicateKeys: DuplicateKeys

    /// The largest possible depth.
    public static let depthCeiling = 2048

    /// Creates options; the defaults fit responses of a peer.
    public init(maximumDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepLast) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
    }
  }
}
