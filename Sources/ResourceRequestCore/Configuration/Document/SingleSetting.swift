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
