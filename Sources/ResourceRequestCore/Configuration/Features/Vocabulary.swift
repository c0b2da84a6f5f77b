// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The features whose keys a configuration may have beside the standard ones.
///
/// Configurations are read with it, and carry it along: a reload, a difference and a client use the same one.
///
/// ```swift
/// let vocabulary = Vocabulary.standard + [Tenancy()]
/// let configuration = try ResourceConfiguration(contentsOf: "backends.json", vocabulary: vocabulary)
/// ```
///
/// Two are equal if they have features of the same types under the same keys, with the same settings and defaults.
public struct Vocabulary: Sendable, Hashable {
  /// Keys that it does not know, and that are checked elsewhere.
  package var ignoredKeys: Set<String> = []
  /// A feature, with what it says of itself.
  struct Entry: Sendable {
    let feature: any ServiceFeature
    let key: String
    let settings: [SettingRow]
  }

  /// What makes a feature the same in another vocabulary.
  private struct Identity: Hashable {
    let type: ObjectIdentifier
    let key: String
    let settings: [String]
    let defaults: [FeatureValue?]
  }

  /// What is found once, however many configurations are read.
  private final class Contents: Sendable, Hashable {
    let entries: [Entry]
    /// `nil` without features, so that the standard tables are built by whoever reads the first document.
    private let ownTables: ConfigurationDocument.Tables?
    let keys: [SettingKey]
    let faults: [String]

    init(_ features: [any ServiceFeature]) {
      entries = features.map { Entry(feature: $0, key: $0.key, settings: $0.settings.rows) }
      faults = Vocabulary.faults(of: entries)
      var rows = FeatureRows()
      // With a key of another feature's, or of none's, there would be two rows for one key.
      if faults.isEmpty {
        for (number, entry) in entries.enumerated() {
          rows.add(number, entry.key, entry.feature.summary, entry.settings)
        }
      }
      keys = rows.own.flatMap(\.keys)
      ownTables = entries.isEmpty ? nil : ConfigurationDocument.Tables(rows)
    }

    var tables: ConfigurationDocument.Tables { ownTables ?? .standard }

    private var identities: [Identity] {
      entries.map { entry in
        Identity(
          type: ObjectIdentifier(type(of: entry.feature)),
          key: entry.key,
          settings: entry.settings.map(\.key),
          defaults: entry.settings.map(\.standard)
        )
      }
    }

    static func == (one: Contents, other: Contents) -> Bool { one === other || one.identities == other.identities }

    func hash(into hasher: inout Hasher) { hasher.combine(identities) }
  }

  private let contents: Contents

  /// The standard keys alone.
  public static let standard = Vocabulary(contents: Contents([]))

  /// A vocabulary with more features.
  ///
  /// A feature whose key is a standard one, or that of another feature, is reported when a configuration is read.
  public static func + (vocabulary: Vocabulary, features: [any ServiceFeature]) -> Vocabulary {
    Vocabulary(contents: Contents(vocabulary.entries.map(\.feature) + features))
  }

  /// The features, in their order.
  var entries: [Entry] { contents.entries }
  /// The kinds of documents.
  var tables: ConfigurationDocument.Tables { contents.tables }
  /// The keys of the features, inner ones first.
  package var keys: [SettingKey] { contents.keys }
  /// Why no configuration can be read with it; empty if one can.
  var faults: [String] { contents.faults }
  /// The keys whose values are secrets.
  var secretKeys: [String] { entries.flatMap { $0.settings.filter(\.isSecret).map(\.key) } }

  /// The fields that carry their values.
  var fields: [String] { entries.flatMap { $0.settings.compactMap(\.field) } }

  /// The settings where nothing is configured, with the defaults of the features.
  package var standardSettings: ServiceSettings {
    var settings = ServiceSettings.standard
    settings.features = standardValues
    return settings
  }

  /// The defaults of the features.
  var standardValues: FeatureValues {
    var values = FeatureValues()
    for (number, entry) in entries.enumerated() {
      for (index, row) in entry.settings.enumerated() {
        guard let standard = row.standard else { continue }
        values.set(standard, at: .init(feature: entry.key, setting: row.key, rank: [number, index]))
      }
    }
    return values
  }

  /// What the features find wrong with their settings at each place, inherited ones included.
  func faults(gateway: Gateway?, defaults: ServiceSettings, services: [BackendService]) -> [ResilienceFaults.Fault] {
    let outermost = defaults.features.merging(standardValues)
    let behindGateway = gateway.map { $0.settings.features.merging(outermost) } ?? outermost
    let gatewayOrigin = gateway?.serverURL.origin
    return entries.flatMap { entry in
      let settings = [[entry.key]] + entry.settings.map { [entry.key, $0.key] }
      func faults(at places: [[String]], _ values: FeatureValues, of service: String?, _ origin: Origin?)
        -> [ResilienceFaults.Fault]
      {
        let site = FeatureSite(
          service: service,
          origin: origin,
          isGateway: service == nil,
          feature: entry.key,
          values: values,
          kept: FeatureState()
        )
        // Where each setting may be from, the nearest first.
        let paths = places.flatMap { place in settings.map { place + $0 } } + places.prefix(1)
        return entry.feature.faults(at: site).map { .init(paths: paths, message: $0.onOneLine) }
      }
      let behind = gateway == nil ? [["defaults"]] : [["gateway"], ["defaults"]]
      let own = gateway == nil ? [] : faults(at: behind, behindGateway, of: nil, gatewayOrigin)
      return own
        + services.flatMap { service in
          let isDirect = service.via == .direct
          let values = service.settings.features.merging(isDirect ? outermost : behindGateway)
          let origin = isDirect ? service.baseURL.origin : gatewayOrigin
          let places = [["services", service.name]] + (isDirect ? [["defaults"]] : behind)
          return faults(at: places, values, of: service.name, origin)
        }
    }
  }

  /// The faults of features, each a phrase without a period.
  private static func faults(of entries: [Entry]) -> [String] {
    var faults: [String] = []
    var known: Set<String> = []
    for entry in entries {
      let name = entry.key.quotedStart()
      if !isKey(entry.key) {
        faults.append("the feature \(name) has no key, expected letters, digits, \"-\" and \"_\", a letter first")
      } else if ConfigurationDocument.standardKeys.contains(entry.key) {
        faults.append("the key of the feature \(name) is a standard key, expected another")
      } else if !known.insert(entry.key).inserted {
        faults.append("two features have the key \(name), expected another for one of them")
      }
      var keys: Set<String> = []
      for row in entry.settings {
        let path = (entry.key + "." + row.key).quotedStart()
        if !isKey(row.key) {
          faults.append("the setting \(path) has no key, expected letters, digits, \"-\" and \"_\", a letter first")
        } else if !keys.insert(row.key).inserted {
          faults.append("two settings of a feature have the key \(path), expected another for one of them")
        }
        if let fault = row.faultOfStandard { faults.append("the default of \(path): \(fault)") }
      }
    }
    return faults
  }

  /// Whether a text can be a key, a part of a path, and the name of a definition.
  private static func isKey(_ text: String) -> Bool {
    let isLetter: (UInt8) -> Bool = { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(FieldCharacters.lowercased($0)) }
    let isOther: (UInt8) -> Bool = { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
    return text.utf8.first.map(isLetter) == true && text.utf8.allSatisfy { isLetter($0) || isOther($0) }
  }
}
