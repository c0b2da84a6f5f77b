// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A setting that a source other than a document can give, as one text: it inherits by itself, and a document can say
/// it with a single value.
package struct SingleSetting: Sendable {
  /// Its keys, such as `["timeouts", "total"]`.
  package let path: [String]
  private let types: Set<String>

  /// Every such setting, in the order of the reference.
  package static let all: [SingleSetting] = {
    let keys = ConfigurationDocument.exchange.keys + ConfigurationDocument.resilience.keys
    // A socket is none of the settings of everybody.
    let all = keys + ConfigurationDocument.commonConnection.flatMap(\.keys)
    return all.filter { !$0.types.isEmpty }.map { SingleSetting(path: $0.path, types: $0.types) }
  }()

  /// The value of a text, as a document has it.
  package func value(_ text: String) -> JSON {
    if !types.isDisjoint(with: ["boolean"]), text == "true" || text == "false" { return .bool(text == "true") }
    guard !types.isDisjoint(with: ["integer", "number"]) else { return .string(text) }
    if let number = Int(text) { return JSON(number) }
    guard !types.isDisjoint(with: ["number"]), AmountText.isPlainNumber(text), let number = Double(text) else {
      return .string(text)
    }
    return JSON(number)
  }
}

/// A key of the table, whatever the type of its value.
package struct SettingKey: Sendable {
  /// The keys that lead to it, from the object of the settings.
  package var path: [String]
  /// The risk of a change; `nil` if the row of an object around it says it, or if there is none.
  let risk: SettingRisk?
  /// The JSON types of a value that is given alone; none for one that is only inherited with the object around it.
  var types: Set<String> = []

  /// The same key as one of an object.
  func below(_ name: String) -> SettingKey {
    var key = self
    key.path.insert(name, at: 0)
    return key
  }
}
