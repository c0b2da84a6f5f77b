// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One kind of object: its name, its keys, and the value they fill.
package struct ObjectShape<Whole: Sendable>: Sendable {
  /// What it is called, in the schema and in messages.
  let name: String
  let summary: String
  let members: [ObjectMember<Whole>]
  let rules: [KeyRule]

  /// An object with some keys.
  ///
  /// - Parameters:
  ///   - name: what it is called, in the schema.
  ///   - summary: what it means.
  ///   - members: its keys.
  ///   - rules: what the presence of some keys says about the others.
  package init(_ name: String, _ summary: String, _ members: [ObjectMember<Whole>], rules: [KeyRule] = []) {
    self.name = name
    self.summary = summary
    self.members = members
    self.rules = rules
  }

  /// Reads the members of an object into a value, reporting keys that are unknown, missing or there twice.
  package func read(_ node: PositionedJSON, _ reading: inout DocumentReading, into whole: inout Whole) {
    guard let written = node.members else { return reading.report(expected: "an object", at: node) }
    var seen: [String: String] = [:]
    var misspelled: Set<String> = []
    for member in written {
      guard let known = members.first(where: { $0.name == member.key || $0.otherNames.contains(member.key) }) else {
        // A key that is only misspelled is not missing as well.
        if let meant = reportUnknown(member, &reading), seen[meant] == nil { misspelled.insert(meant) }
        continue
      }
      if let earlier = seen.updateValue(member.key, forKey: known.name) {
        let other = earlier == member.key ? "" : " (the other time as \(earlier.debugDescription))"
        reading.report(
          "the key \(member.key.debugDescription) comes twice\(other), expected it once",
          at: member.keyRange.lowerBound
        )
        continue
      }
      let mark = reading.settings.count
      known.read(member.value, &reading, &whole)
      guard let setting = known.setting else { continue }
      reading.prefixSettings(since: mark, with: setting)
      if !setting.isEmpty { reading.settings.append(.init(path: setting, offset: member.keyRange.lowerBound)) }
    }
    for member in members where member.isRequired && seen[member.name] == nil && !misspelled.contains(member.name) {
      if member.alternatives.contains(where: { seen[$0] != nil || misspelled.contains($0) }) { continue }
      let meaning = member.summary.prefix(1).lowercasedASCII() + member.summary.dropFirst()
      reading.report("the key \"\(member.name)\" is missing: \(meaning)".droppingPeriod, at: node)
    }
    for rule in rules { rule.check(node, misspelled: misspelled, &reading) }
  }

  /// Reports a key nobody knows, and says which one was probably meant.
  private func reportUnknown(_ member: PositionedJSON.Member, _ reading: inout DocumentReading) -> String? {
    // It may be a misspelled password.
    reading.hide(member.value)
    // Of very many the first ones say what they all are.
    let suggestion =
      reading.findings.count < DocumentReading.suggestionLimit
      ? ClosestWord.to(member.key, among: members.lazy.flatMap { [$0.name] + $0.otherNames }) : nil
    var message = "unknown key \(member.key.prefix(64).debugDescription)"
    if suggestion == nil {
      message += ", expected one of \(members.map { "\"\($0.name)\"" }.joined(separator: ", "))"
    }
    reading.report(message, at: member.keyRange.lowerBound, suggestion: suggestion)
    return suggestion.flatMap { word in members.first { $0.name == word || $0.otherNames.contains(word) }?.name }
  }

  /// The object as a kind of value, starting from an empty one.
  package func value(startingFrom initial: Whole) -> ValueShape<Whole> {
    ValueShape(schema) { node, reading in
      guard node.members != nil else {
        reading.report(expected: "an object", at: node)
        return nil
      }
      var whole = initial
      read(node, &reading, into: &whole)
      return whole
    }
  }
}

extension String {
  /// The text without a period at its end.
  fileprivate var droppingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
