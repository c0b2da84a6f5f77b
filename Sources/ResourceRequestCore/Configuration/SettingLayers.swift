// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The settings that apply to a request, layer by layer, and the layer that decided each of them.
///
/// Every key of the configuration takes part through ``ServiceSettings/shown``: nothing here names one.
///
/// Pure.
package struct SettingLayers {
  /// A layer with settings.
  package struct Layer {
    let name: Explanation.Layer
    /// The path of its object in the document; `nil` for a layer outside of documents.
    package let path: [String]?
    package let settings: ServiceSettings
    fileprivate let shown: JSON

    package init(_ name: Explanation.Layer, at path: [String]?, _ settings: ServiceSettings) {
      self.name = name
      self.path = path
      self.settings = settings
      shown = .object(settings.shown)
    }
  }

  /// A setting: its effective value, and the layer that decided it.
  package struct Decision {
    package let path: [String]
    package let value: JSON
    let layer: Explanation.Layer
    package let place: SourcePlace?

    /// The value as people read it.
    package var text: String { Decision.text(value) }

    private static func text(_ value: JSON) -> String {
      if let text = value.string { return text }
      if let elements = value.array { return elements.map(text).joined(separator: ", ") }
      return value.text()
    }
  }

  /// Nearest first.
  let layers: [Layer]
  private let places: SettingPlaces
  private let objects: SettingPlaces.Objects

  /// Layers, nearest first, where their settings were written, and which of those have settings within them.
  package init(_ layers: [Layer], _ places: SettingPlaces, objects: SettingPlaces.Objects? = nil) {
    self.layers = layers
    self.places = places
    self.objects = objects ?? places.objects
  }

  /// Every setting that a layer decided, by its keys: header fields are left out, since the request shows them.
  ///
  /// - Parameter effective: the result of all layers, including the standard values.
  /// - Returns: the decisions, in the order in which the configuration shows its keys.
  package func decisions(_ effective: ServiceSettings) -> [Decision] {
    var decisions: [Decision] = []
    for (key, value) in effective.shown where !key.hasSameBytes(as: "headers") {
      collect(value, [key], &decisions)
    }
    return decisions
  }

  private func collect(_ value: JSON, _ path: [String], _ decisions: inout [Decision]) {
    if let members = value.object, !members.isEmpty {
      for (key, member) in members { collect(member, path + [key], &decisions) }
      return
    }
    let (layer, place) = decider(of: path)
    decisions.append(Decision(path: path, value: value, layer: layer, place: place))
  }

  /// The layer that decided a setting, and the place.
  private func decider(of path: [String]) -> (Explanation.Layer, SourcePlace?) {
    guard let layer = layers.first(where: { !$0.shown[path: path].isNull }) else { return (.builtIn, nil) }
    guard let base = layer.path else { return (layer.name, nil) }
    // Another name for a setting, such as IBM's for a timeout, has no object around it.
    if let exact = places[path: base + path] { return (layer.name, exact) }
    guard let place = places[path: base + path[..<1]] else { return (layer.name, nil) }
    // A setting that an object omits is built in; a shorthand, such as "retry": 3, decides all settings that it stands
    // for.
    for length in stride(from: path.count - 1, through: 1, by: -1) {
      guard let found = places[path: base + path[..<length]] else { continue }
      let isObject = objects.contains(ExactText(SettingPlaces.path(base + path[..<length])))
      return isObject ? (.builtIn, nil) : (layer.name, found)
    }
    return (layer.name, place)
  }

  /// The layer that decided a header field that no call named; `nil` if none did.
  func decider(ofHeader name: String) -> (layer: Explanation.Layer, place: SourcePlace?)? {
    layers.first { $0.settings.headers.contains(name) }
      .map { ($0.name, $0.path.flatMap { places[path: $0 + ["headers", name.lowercasedASCII()]] }) }
  }

  /// The place of a setting.
  func place(_ path: [String]) -> SourcePlace? { places[path: path] }
}

extension JSON {
  /// The value at a path; `null` if there is none.
  fileprivate subscript(path path: [String]) -> JSON { path.reduce(self) { $0[$1] } }
}
