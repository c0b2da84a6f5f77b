// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Remembers where the last search for a path ended in each array and object on its way.
///
/// A type that tries other types one after the other, or skips elements that do not fit, asks for path after path, each
/// a little further on. Otherwise each search would begin at the start, and a long array would take quadratic time.
struct JSONPathCache {
  struct Step {
    /// The entry of the array or object.
    let container: Int
    /// The entry of one of its elements, or of the key of a member.
    var child: Int
    /// The number of elements or members before it.
    var number: Int
  }

  var steps: [Step] = []
  /// By the entry of a member: the key that asked for it, if it has a number, which the text does not hold.
  var keys: [Int: any CodingKey] = [:]
}
