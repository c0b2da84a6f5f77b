// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where in each array and object on the way to the last path the search for it ended.
///
/// Who tries types one after the other, or skips elements that do not fit, asks for path after path, each a little
/// further on. Without this each search would go from the start, and a long array would take time by the square of its length.
struct JSONPathCache {
  struct Step {
    /// The entry of the array or object.
    let container: Int
    /// An entry of one of its elements, or of the key of a member.
    var child: Int
    /// How many come before it.
    var number: Int
  }

  var steps: [Step] = []
}
