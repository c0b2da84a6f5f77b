// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rows of the table that some features add.
struct FeatureRows: Sendable {
  /// The rows of a service and of the gateway.
  private(set) var own: [ObjectMember<ServiceSettings>] = []
  /// The rows of `defaults`, where no secret may stand.
  private(set) var forEverybody: [ObjectMember<ServiceSettings>] = []
  /// What the schema says of those.
  private(set) var rulesForEverybody: [KeyRule] = []

  /// Why a secret cannot stand under `defaults`.
  static let everybodyGetsIt = "would go to every server, expected it at the service or the gateway it is for"

  /// Adds the rows of a feature.
  ///
  /// - Parameters:
  ///   - number: the number of the feature, for the order of values.
  ///   - key: the key of its object.
  ///   - summary: the meaning of its object.
  ///   - settings: the keys of its object.
  mutating func add(_ number: Int, _ key: String, _ summary: String, _ settings: [SettingRow]) {
    func member(isForEverybody: Bool) -> ObjectMember<ServiceSettings> {
      let members = settings.enumerated().map { index, row in
        let place = FeatureValues.Place(feature: key, setting: row.key, rank: [number, index])
        return row.member(at: place, isForEverybody: isForEverybody)
      }
      // No standard definition has a period in its name.
      return ObjectMember(key, partsOf: \.features, ObjectShape("feature.\(key)", summary, members), summary)
    }
    own.append(member(isForEverybody: false))
    forEverybody.append(member(isForEverybody: true))
    let secrets = settings.filter(\.isSecret).map { ($0.key, KeyRule.refused("such secret", Self.everybodyGetsIt)) }
    guard !secrets.isEmpty else { return }
    let refused: JSON.Object = [key: ["properties": .object(JSON.Object(secrets))]]
    rulesForEverybody.append(.schema(["properties": .object(refused)]))
  }
}
