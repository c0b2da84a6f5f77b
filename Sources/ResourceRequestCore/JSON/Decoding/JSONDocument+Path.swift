// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension JSONDocument {
  /// The path to a value, computed only when it is needed, nearly always for an error.
  ///
  /// It goes from the root down, through the arrays and objects whose part of the tape contains the value.
  func path(to place: Int) -> [any CodingKey] {
    var path = prefix
    var container = 0
    var level = 0
    var steps = pathCache.withLock { $0.steps }
    while container != place, let step = step(to: place, in: container, from: level < steps.count ? steps[level] : nil)
    {
      if level < steps.count { steps.removeSubrange(level...) }
      steps.append(step)
      if entries[container].isObject {
        let key = JSONPathKey(stringValue: JSONStringText.key(entries[step.child], text))
        path.append(key)
        // The key as types ask for it.
        if !usesPlainKeys { path[path.count - 1] = options.keys.converted(path) }
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
