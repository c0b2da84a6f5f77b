// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Builds a tree from the parts that the reader reads, which thus does not depend on trees.
///
/// The reader guarantees that calls nest properly: a key before each member's value, an end for each begin. Ranges and
/// offsets count bytes of the text.
protocol JSONTreeBuilder: ~Copyable {
  associatedtype Tree

  mutating func null(at range: Range<Int>)
  mutating func bool(_ flag: Bool, at range: Range<Int>)
  mutating func number(_ number: consuming ExactNumber, at range: Range<Int>)
  mutating func string(_ text: consuming String, at range: Range<Int>)
  mutating func key(_ key: consuming JSONKey)
  mutating func beginArray(at offset: Int)
  /// `end` is the offset after the bracket.
  mutating func endArray(at end: Int)
  mutating func beginObject(at offset: Int)
  mutating func endObject(at end: Int) throws(JSONFault)
  /// The finished tree; `nil` only if the reader broke this contract.
  mutating func finish() -> Tree?
}

/// The key of a member, as the reader passes it on.
struct JSONKey {
  let text: String
  /// The range of the key, quotes included.
  let range: Range<Int>
  /// Equal for equal keys and nearly always unequal for others; finds duplicates in small objects.
  let fingerprint: UInt64
}

extension JSONReader where Builder: ~Copyable {
  /// Reads a whole text into a builder's tree; line and column are computed only for an error.
  static func tree(
    _ bytes: UnsafeBufferPointer<UInt8>,
    maximumDepth: Int,
    into builder: consuming Builder
  ) throws(JSONSyntaxError) -> Builder.Tree {
    do throws(JSONFault) {
      guard let base = bytes.baseAddress else { throw JSONFault(reason: .empty, offset: 0) }
      let depth = min(max(maximumDepth, 0), JSON.depthCeiling)
      var reader = JSONReader(base: base, count: bytes.count, maximumDepth: depth, builder: builder)
      guard let tree = try reader.read() else { throw JSONFault(reason: .empty, offset: 0) }
      return tree
    } catch {
      throw JSONSyntaxError(error, in: bytes)
    }
  }
}
