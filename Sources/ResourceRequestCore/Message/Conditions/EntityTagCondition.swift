// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The value of `If-Match` and `If-None-Match`: one or more entity tags, or any (RFC 9110 §13.1.1, §13.1.2).
public struct EntityTagCondition: Sendable, Hashable, CustomStringConvertible {
  /// The tags; `nil` for any representation, written `*`.
  ///
  /// Never empty, since HTTP has no form for an empty list.
  package let tags: [EntityTag]?

  /// Any representation: `If-Match: *` requires that the resource exists, `If-None-Match: *` that it does not.
  public static let any = EntityTagCondition(checked: nil)

  /// Creates a condition from one or more tags.
  public static func tag(_ tag: EntityTag, _ others: EntityTag...) -> EntityTagCondition {
    EntityTagCondition(checked: [tag] + others)
  }

  /// Creates a condition from tags; `nil` if there are none.
  public init?(_ tags: some Sequence<EntityTag>) {
    let tags = Array(tags)
    guard !tags.isEmpty else { return nil }
    self.tags = tags
  }

  private init(checked tags: [EntityTag]?) {
    self.tags = tags
  }

  /// Reads the lines of a field.
  ///
  /// Skips invalid tags; `nil` if none is left.
  init?(lines: [String]) {
    let elements = EntityTag.elements(of: lines)
    if elements.contains(where: { $0.hasSameBytes(as: "*") }) {
      self = .any
    } else {
      self.init(elements.compactMap { EntityTag($0) })
    }
  }

  /// The value of the field.
  public var description: String { tags.map { $0.map(\.text).joined(separator: ", ") } ?? "*" }
}
