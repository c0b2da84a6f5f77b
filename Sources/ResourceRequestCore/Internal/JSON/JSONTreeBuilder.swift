// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes a tree of what the reader reads.
///
/// There are two: ``JSONValueBuilder`` and ``PositionedJSONBuilder``.
///
/// The reader guarantees that calls nest properly: a key before each member's value, an end for each begin.
protocol JSONTreeBuilder: ~Copyable {
  associatedtype Tree

  /// A string, number, truth value or null.
  mutating func scalar(_ value: consuming JSON, at range: Range<Int>)
  mutating func key(_ key: consuming JSONKey)
  mutating func beginArray(at offset: Int)
  /// `end` is the offset after the bracket.
  mutating func endArray(at end: Int)
  mutating func beginObject(at offset: Int)
  mutating func endObject(at end: Int) throws(JSONFault)
  /// The finished tree; nil only if the reader broke its promise.
  mutating func finish() -> Tree?
}

/// The key of a member, as the reader passes it on.
struct JSONKey {
  let text: String
  /// Where it stands, quotes included.
  let range: Range<Int>
  /// Equal for equal keys and nearly always unequal for others; finds duplicates in small objects.
  let fingerprint: UInt64
}
