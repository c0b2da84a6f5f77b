// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A setting of a feature, whatever the type of its values.
struct SettingRow: Sendable {
  let key: String
  let summary: String
  let schema: SchemaPart
  var isSecret = false
  /// The header field or parameter that a secret is sent in.
  var field: String?
  /// The value where no configuration says another.
  var standard: FeatureValue?
  /// The risk of a change in the direction of risk.
  var risk: ChangeRisk?
  var direction: SettingRisk.Direction
  private let read: @Sendable (PositionedJSON, inout DocumentReading) -> FeatureValue?
  private let write: @Sendable (any Hashable & Sendable) -> JSON?
  private let spell: @Sendable (any Hashable & Sendable) -> JSON?

  init<Value: Hashable & Sendable>(
    _ key: String,
    _ summary: String,
    _ shape: ValueShape<Value>,
    _ direction: SettingRisk.Direction
  ) {
    self.key = key
    self.summary = summary
    self.direction = direction
    schema = shape.schema
    read = { node, reading in
      shape.read(node, &reading).map { FeatureValue(value: $0, shown: shape.write($0) ?? .null) }
    }
    write = { ($0 as? Value).flatMap(shape.write) }
    spell = { ($0 as? Value).flatMap(shape.spell) }
  }

  /// A value with what a document says for it.
  func written(_ value: some Hashable & Sendable) -> FeatureValue {
    FeatureValue(value: value, shown: write(value) ?? .null)
  }

  /// Why no document could say the default; `nil` if one could, or if there is none.
  var faultOfStandard: String? {
    guard let standard else { return nil }
    let text = Array(standard.shown.text().utf8)
    var reading = DocumentReading(text: text, sources: TextSources(environment: [:], document: nil))
    guard let node = try? PositionedJSON(parsing: text), read(node, &reading) != nil else {
      return reading.findings.first?.message ?? "no such value"
    }
    return reading.findings.first?.message
  }

  /// The row of the table.
  ///
  /// - Parameters:
  ///   - place: the setting among those of all features.
  ///   - isForEverybody: whether it stands under `defaults`, where no secret may.
  /// - Returns: the row, which reads into the values of the features.
  func member(at place: FeatureValues.Place, isForEverybody: Bool) -> ObjectMember<FeatureValues> {
    let refuses = isSecret && isForEverybody
    let member = ObjectMember<FeatureValues>(
      key,
      schema,
      setting: [key],
      standard: standard.flatMap { spell($0.value) },
      summary
    ) { [key, read] node, reading, values in
      guard !refuses else {
        reading.hide(node)
        return reading.report("the secret \"\(key)\" under \"defaults\" \(FeatureRows.everybodyGetsIt)", at: node)
      }
      if let value = read(node, &reading) { values.set(value, at: place) }
    }
    return risk.map { member.risk($0, direction) } ?? member
  }
}
