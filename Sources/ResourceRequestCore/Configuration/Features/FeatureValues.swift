// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The values of features in one object of the configuration, in the order of the features and of their settings.
///
/// They carry what a document says for them, so that they are shown, merged and compared without the features.
package struct FeatureValues: Sendable, Hashable {
  /// A setting of a feature.
  struct Place: Sendable, Hashable {
    let feature: String
    let setting: String
    /// The numbers of the feature and of the setting, for the order: they do not tell values apart.
    let rank: [Int]

    static func == (one: Place, other: Place) -> Bool { one.feature == other.feature && one.setting == other.setting }

    func hash(into hasher: inout Hasher) {
      hasher.combine(feature)
      hasher.combine(setting)
    }
  }

  /// A value at its place.
  struct Entry: Sendable, Hashable {
    let place: Place
    var value: FeatureValue
  }

  private(set) var entries: [Entry] = []

  /// The value of a setting; `nil` if there is none.
  subscript(feature: String, setting: String) -> FeatureValue? {
    entries.first { $0.place.feature == feature && $0.place.setting == setting }?.value
  }

  /// Sets the value of a setting.
  mutating func set(_ value: FeatureValue, at place: Place) {
    let index = entries.firstIndex { !$0.place.rank.lexicographicallyPrecedes(place.rank) } ?? entries.endIndex
    if index < entries.endIndex, entries[index].place == place {
      entries[index].value = value
    } else {
      entries.insert(Entry(place: place, value: value), at: index)
    }
  }

  /// These values; each that is not set inherits from `outer`.
  func merging(_ outer: FeatureValues) -> FeatureValues {
    if outer.entries.isEmpty { return self }
    if entries.isEmpty { return outer }
    var result = self
    for entry in outer.entries where self[entry.place.feature, entry.place.setting] == nil {
      result.set(entry.value, at: entry.place)
    }
    return result
  }

  /// The secrets among them.
  package var secrets: [Secret] { entries.compactMap { $0.value.value as? Secret } }

  /// The secrets of a feature.
  func secrets(of feature: String) -> [Secret] {
    entries.compactMap { $0.place.feature == feature ? $0.value.value as? Secret : nil }
  }

  /// The settings, as `feature.setting`, whose secret is another one than in `old`, where both are shown alike.
  package func changedSecrets(since old: FeatureValues) -> [String] {
    entries.compactMap { entry in
      let place = entry.place
      guard let before = old[place.feature, place.setting], before != entry.value, before.shown == entry.value.shown
      else {
        return nil
      }
      return "\(place.feature).\(place.setting)"
    }
  }

  /// Tells the values that a service may see from others, without saying what they are; empty if there are none.
  func identity(in vocabulary: Vocabulary) -> String {
    let unseen = Set(vocabulary.entries.filter { $0.feature is any UnseenFeature }.map(\.key))
    var own = self
    own.entries.removeAll { unseen.contains($0.place.feature) }
    guard !own.entries.isEmpty else { return "" }
    return SHA256.hexadecimal(of: Principal.joined([JSON.object(own.shown).text()] + own.secrets.map { $0.reveal() }))
  }

  /// The values as a document says them: an object for each feature that has some.
  var shown: JSON.Object {
    var objects: JSON.Object = [:]
    for entry in entries {
      var object = objects[entry.place.feature]?.object ?? [:]
      object[entry.place.setting] = .some(entry.value.shown)
      objects[entry.place.feature] = .object(object)
    }
    return objects
  }
}

/// A value of a feature's setting.
struct FeatureValue: Sendable, Hashable {
  /// The value, of the type that the setting has.
  let value: any Hashable & Sendable
  /// The value as a document says it, redacted where it is a secret.
  let shown: JSON

  static func == (one: FeatureValue, other: FeatureValue) -> Bool {
    AnyHashable(one.value) == AnyHashable(other.value)
  }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
