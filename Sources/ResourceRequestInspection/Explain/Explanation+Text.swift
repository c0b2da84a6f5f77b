// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Explanation.WorstCase: CustomStringConvertible {
  /// The worst case and what it leaves out, such as `≤ 3 tries, ≤ 2.9 s without redirects; ≤ 30 s in all`.
  public var description: String {
    let tries = attempts == 1 ? "1 try" : "≤ \(attempts) tries"
    guard let last = leavesOut.last else {
      return tries + (seconds.map { ", \(Self.bound($0))" } ?? ", without a limit of time")
    }
    let others = leavesOut.dropLast().joined(separator: ", ")
    let without = " without " + (others.isEmpty ? last : others + " and " + last)
    guard let seconds else { return tries + without + "; no limit of time" }
    let all = secondsInAll.map { "; \(Self.bound($0)) in all" } ?? ""
    return tries + (seconds == secondsInAll ? "" : ", \(Self.bound(seconds))") + without + all
  }

  private static func bound(_ seconds: Double) -> String { "≤ \(ReadableTime.text(seconds: seconds))" }
}

extension Explanation.Fact: CustomStringConvertible {
  /// The name, the value and its source.
  public var description: String { "\(name): \(value)" + (decider.map { " \($0)" } ?? "") }

  /// The layer that decided it and its place, in parentheses.
  fileprivate var decider: String? {
    layer.map { layer in place.map { "(\(layer) \($0))" } ?? "(\(layer))" }
  }
}

extension Explanation: CustomStringConvertible {
  /// The sections, one fact a line, within 80 columns if words allow it.
  public var description: String {
    var text = "configuration: generation \(generation), hash \(configuration)\n"
    for section in sections where !section.facts.isEmpty {
      text += "\n\(section.title)\n"
      let width = section.facts.map(\.name.count).max() ?? 0
      let values = section.facts.filter { $0.value.count <= Explanation.room($0, width) }.map(\.value.count).max() ?? 0
      for fact in section.facts { text += Explanation.line(fact, width, values) }
    }
    return text + "\ncurl\n  \(curl)\n"
  }

  /// The most columns of a line.
  private static let columns = 80

  /// The maximum width of a value beside its source.
  private static func room(_ fact: Fact, _ width: Int) -> Int {
    columns - width - 4 - (fact.decider.map { $0.count + 2 } ?? 0)
  }

  private static func line(_ fact: Fact, _ width: Int, _ values: Int) -> String {
    let indent = width + 4
    let room = room(fact, width)
    let name = "  " + fact.name + blanks(width - fact.name.count) + "  "
    let decider = fact.decider ?? ""
    // The source has a column of its own if there is room for one.
    let end = decider.isEmpty ? "" : "  " + decider
    if fact.value.count <= room {
      let column = min(values, room)
      return name + (end.isEmpty ? fact.value : fact.value + blanks(column - fact.value.count) + end) + "\n"
    }
    var lines = [""]
    for word in fact.value.split(atByte: " ").map(String.init) + (decider.isEmpty ? [] : [decider]) {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = word
      } else if last.count + 1 + word.count <= columns - indent {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(word)
      }
    }
    return name + lines.joined(separator: "\n" + blanks(indent)) + "\n"
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }
}
