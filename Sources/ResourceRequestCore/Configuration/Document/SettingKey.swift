// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A key of the table, whatever the type of its value.
struct SettingKey: Sendable {
  /// The keys that lead to it, from the object of the settings.
  var path: [String]
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
