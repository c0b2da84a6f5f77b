// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSON {
  /// What the reader allows beyond the grammar of RFC 8259, which it always keeps to.
  public struct ReadingOptions: Sendable, Hashable {
    /// What to do about a key that comes twice in one object, which RFC 8259 §4 leaves open.
    public enum DuplicateKeys: Sendable, Hashable {
      /// The last value counts and stands at the key's first place, as in JavaScript.
      case keepLast
      /// The text is refused at the second key.
      case refuse
    }

    /// How many arrays and objects may be open at once before the text is refused; 512 unless set.
    ///
    /// More than ``depthCeiling`` counts as that, since giving a deeper value back to memory could use up a thread's
    /// stack.
    public var maximumDepth: Int
    /// What to do about a key that comes twice in one object; keeps the last value unless set.
    public var duplicateKeys: DuplicateKeys

    /// The greatest depth that can be asked for.
    public static let depthCeiling = 2048

    /// Makes options, by default those for responses of a peer.
    public init(maximumDepth: Int = 512, duplicateKeys: DuplicateKeys = .keepLast) {
      self.maximumDepth = maximumDepth
      self.duplicateKeys = duplicateKeys
    }
  }
}
