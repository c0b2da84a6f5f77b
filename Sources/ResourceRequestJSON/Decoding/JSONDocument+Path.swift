// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

extension JSONDocument {
  /// The path to a value, computed only when it is needed, nearly always for an error.
  ///
  /// It goes from the root down, through the arrays and objects whose part of the tape contains the value.
  func path(to place: Int) -> [any CodingKey] {
    var path = prefix
    var container = 0
    var level = 0
    var (steps, kept, plain) = pathCache.withLock { ($0.steps, $0.keys, $0.dictionaries) }
    while container != place, let step = step(to: place, in: container, from: level < steps.count ? steps[level] : nil)
    {
      // Deeper steps stay: they are of other containers, or further on in the same ones.
      if level < steps.count { steps[level] = step } else { steps.append(step) }
      if entries[container].isObject {
        let key = JSONPathKey(stringValue: JSONStringText.key(entries[step.child], text))
        path.append(key)
        // The key as types ask for it.
        if !usesPlainKeys, !plain.contains(container) { path[path.count - 1] = options.keys.converted(path) }
        if let key = kept[step.child + 1] { path[path.count - 1] = key }
        container = step.child + 1
      } else {
        path.append(JSONPathKey(intValue: step.number))
        container = step.child
      }
      level += 1
    }
    let found = steps
    pathCache.withLock { $0.steps = found }
    return path
  }

  /// Keeps the key of a member for the paths of its container.
  func keep(_ key: some CodingKey, at place: Int) {
    guard key.intValue != nil else { return }
    pathCache.withLock { $0.keys[place] = key }
  }

  /// Notes whether an object is decoded as a dictionary, whose keys are not converted.
  func keepKeys(of object: Int, areKept: Bool = true) {
    guard !usesPlainKeys else { return }
    pathCache.withLock { cache in
      if areKept { cache.dictionaries.insert(object) } else { cache.dictionaries.remove(object) }
    }
  }

  /// An error with the key that asked for a member in its path: a path has the names of the text, and no numbers.
  @inline(never)
  func keeping(_ key: some CodingKey, of object: Int, in error: any Error) -> any Error {
    guard key.intValue != nil, let error = error as? DecodingError else { return error }
    let depth = path(to: object).count
    func kept(_ context: DecodingError.Context) -> DecodingError.Context {
      var path = context.codingPath
      guard depth < path.count, path[depth].stringValue.hasSameBytes(as: key.stringValue) else { return context }
      path[depth] = key
      return DecodingError.Context(
        codingPath: path,
        debugDescription: context.debugDescription,
        underlyingError: context.underlyingError
      )
    }
    return error.mapContext(kept)
  }

  /// The element or member that contains a value, searched from an earlier hit if that is not beyond the value.
  private func step(to place: Int, in container: Int, from last: JSONPathCache.Step?) -> JSONPathCache.Step? {
    let isObject = entries[container].isObject
    guard isObject || entries[container].isKind(.array) else { return nil }
    var step = JSONPathCache.Step(container: container, child: container + 2, number: 0)
    if let last, last.container == container, last.child <= place { step = last }
    while !entries[step.child].isKind(.end) {
      let next = isObject ? entries.place(afterMemberAt: step.child) : entries.place(afterValueAt: step.child)
      if place < next { return step }
      step.child = next
      step.number += 1
    }
    return nil
  }
}

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
  /// The objects whose keys are those of the text.
  var dictionaries: Set<Int> = []
}
