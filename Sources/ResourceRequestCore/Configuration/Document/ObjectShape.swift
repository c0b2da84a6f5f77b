// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One kind of object: its name, its keys, and the value they fill.
package struct ObjectShape<Whole: Sendable>: Sendable {
  /// Its name, in the schema and in messages.
  let name: String
  let summary: String
  let members: [ObjectMember<Whole>]
  let rules: [KeyRule]
  // A document of a thousand services reads each of them by what is found once here.
  private let places: [ExactText: Int]
  private let required: [ObjectMember<Whole>]

  /// An object with some keys.
  ///
  /// - Parameters:
  ///   - name: its name, in the schema.
  ///   - summary: its meaning.
  ///   - members: its keys.
  ///   - rules: the consequences of some keys for the others.
  package init(_ name: String, _ summary: String, _ members: [ObjectMember<Whole>] = [], rules: [KeyRule] = []) {
    self.name = name
    self.summary = summary
    self.members = members
    self.rules = rules
    let names = members.enumerated().flatMap { place, member in
      ([member.name] + member.otherNames).map { (ExactText($0), place) }
    }
    places = Dictionary(names) { first, _ in first }
    required = members.filter(\.isRequired)
  }

  /// This shape with these rows.
  package func with(_ members: [ObjectMember<Whole>]) -> ObjectShape {
    ObjectShape(name, summary, members, rules: rules)
  }

  /// This shape with these rules.
  package func obeying(_ rules: KeyRule...) -> ObjectShape { ObjectShape(name, summary, members, rules: rules) }

  /// Every key, those of inner objects before the object's own.
  var keys: [SettingKey] { members.flatMap(\.keys) }

  /// The members that are set, as a document says them.
  func shown(_ whole: Whole) -> JSON.Object {
    var object: JSON.Object = [:]
    for member in members {
      if let value = member.write(whole) { object[member.name] = value }
    }
    return object
  }

  /// What values inherit from an outer one.
  func inheritance(from outer: Whole) -> Inheritance<Whole> {
    Inheritance(rows: members.compactMap { $0.inherit?(outer) })
  }

  /// Reads the members of an object into a value, reporting keys that are unknown, missing or there twice.
  ///
  /// - Returns: whether no property holds a placeholder any more.
  @discardableResult
  package func read(_ node: PositionedJSON, _ reading: inout DocumentReading, into whole: inout Whole) -> Bool {
    guard let written = reading.expect(node.members, "an object", at: node) else { return false }
    var isWhole = true
    var seen: [String: String] = [:]
    var misspelled: Set<String> = []
    for member in written {
      guard let known = places[ExactText(member.key)].map({ members[$0] }) else {
        if reading.vocabulary.ignoredKeys.contains(member.key) { continue }
        // A misspelled key is not reported as missing as well.
        if let meant = reportUnknown(member, &reading), seen[meant] == nil { misspelled.insert(meant) }
        continue
      }
      if let earlier = seen.updateValue(member.key, forKey: known.name) {
        let other = earlier == member.key ? "" : " (the other time as \(earlier.debugDescription))"
        reading.report(
          "the key \(member.key.debugDescription) is set twice\(other), expected it once",
          at: member.keyRange.lowerBound
        )
        continue
      }
      let mark = reading.settings.count
      if !known.read(member.value, &reading, &whole), known.hasPlaceholder { isWhole = false }
      guard let setting = known.setting else { continue }
      reading.prefixSettings(since: mark, with: setting)
      if !setting.isEmpty { reading.settings.append(.init(path: setting, offset: member.keyRange.lowerBound)) }
    }
    for member in required where seen[member.name] == nil {
      if member.hasPlaceholder { isWhole = false }
      if misspelled.contains(member.name) { continue }
      if member.alternatives.contains(where: { seen[$0] != nil || misspelled.contains($0) }) { continue }
      let meaning = member.summary.prefix(1).lowercasedASCII() + member.summary.dropFirst()
      reading.report("the key \"\(member.name)\" is missing: \(meaning)".droppingPeriod, at: node)
    }
    for rule in rules { rule.check(node, misspelled: misspelled, &reading) }
    return isWhole
  }

  /// Reports an unknown key, and suggests the one that was probably meant.
  private func reportUnknown(_ member: PositionedJSON.Member, _ reading: inout DocumentReading) -> String? {
    // Of very many unknown keys the first ones are enough; whether the others look secret is not worth the time either.
    let seen = "\(name).\(member.key)"
    let known = reading.suggested[seen]
    let isOneOfVeryMany = known == nil && reading.suggested.count >= DocumentReading.suggestionLimit
    if isOneOfVeryMany || Self.maybeSecret(member, reading.vocabulary.secretKeys) { reading.hide(member.value) }
    let suggestion =
      isOneOfVeryMany ? nil : known ?? ClosestWord.kin(member.key, among: members.flatMap { [$0.name] + $0.otherNames })
    if !isOneOfVeryMany { reading.suggested[seen] = .some(suggestion) }
    var message = "unknown key \(member.key.quotedStart())"
    if name == "singleService", ["gateway", "defaults"].contains(where: { $0.hasSameBytes(as: member.key) }) {
      message = "\"\(member.key)\" is for a document with \"backendServices\", expected the service in that array"
    } else if suggestion == nil {
      message += ", expected one of \(members.map { "\"\($0.name)\"" }.joined(separator: ", "))"
    }
    reading.report(message, at: member.keyRange.lowerBound, suggestion: suggestion)
    return suggestion.flatMap { word in members.first { $0.name == word || $0.otherNames.contains(word) }?.name }
  }

  /// Whether the value of an unknown key is hidden in the lines that are shown.
  ///
  /// That is the value of a key with a secret name, even if misspelled, and every value that is not a single one.
  private static func maybeSecret(_ member: PositionedJSON.Member, _ ofFeatures: [String]) -> Bool {
    guard member.value.scalar != nil else { return true }
    return SensitiveNames.contains(member.key) || ClosestWord.to(member.key, among: secretNames + ofFeatures) != nil
  }

  private static var secretNames: [String] {
    [
      "password", "passphrase", "secret", "clientSecret", "token", "credential", "key", "apiKey", "keyPassword",
      "value",
      "username",
    ]
  }

  /// The object as a kind of value, starting from an empty one.
  ///
  /// What that value holds is the default of its members.
  package func value(startingFrom initial: Whole) -> ValueShape<Whole> {
    let shape = defaulting(to: initial)
    return ValueShape(shape.schema) { node, reading in
      var whole = initial
      return shape.read(node, &reading, into: &whole) ? whole : nil
    }.having(keys).written { .object(shape.shown($0)) }
  }

  /// The same with the defaults that a value has.
  func defaulting(to standard: Whole) -> ObjectShape {
    ObjectShape(name, summary, members.map { $0.defaulting(to: standard) }, rules: rules)
  }
}

extension String {
  /// The text without a period at its end.
  fileprivate var droppingPeriod: String { hasSuffix(".") ? String(dropLast()) : self }
}
