// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The changes between two configurations, by effect and ordered by risk.
///
/// Effective settings of each service are compared: a change of the defaults counts for every service that inherits it,
/// and not for those that override it. It contains no secrets.
public struct ConfigurationDifference: Sendable, Hashable, Codable {
  /// One change.
  public struct Finding: Sendable, Hashable, Codable {
    /// Its risk.
    public let risk: ChangeRisk
    /// The services it affects, `gateway` and `elsewhere` (absolute URLs) included; empty for all.
    public internal(set) var services: [String]
    /// What changes: the key of a setting, or a phrase such as `worst case of POST`.
    public let subject: String
    /// The old value; `nil` if there was none.
    public let old: String?
    /// The new value; `nil` if there is none.
    public let new: String?
    /// The place of the new value, or of the old one if there is no new one.
    public let place: String?
  }

  /// All changes, the greatest risk first.
  public let findings: [Finding]

  /// The greatest risk; `nil` if nothing changes.
  public var risk: ChangeRisk? { findings.map(\.risk).max() }

  /// Compares two configurations.
  public init(from old: ResourceConfiguration, to new: ResourceConfiguration) {
    var finder = DifferenceFinder(old, new)
    finder.find()
    findings = finder.findings
  }
}

extension ConfigurationDifference: CustomStringConvertible {
  /// The findings, grouped by risk.
  public var description: String {
    guard !findings.isEmpty else { return "nothing changes\n" }
    var text = ""
    for risk in ChangeRisk.allCases {
      let own = findings.filter { $0.risk == risk }
      guard !own.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + risk.words + "\n"
      for finding in own { text += "  \(finding)\n" }
    }
    return text
  }
}

extension ConfigurationDifference.Finding: CustomStringConvertible {
  /// The finding, such as `orders: worst case of GET: 4 s → 31 s (new.json:12:7)`.
  public var description: String {
    let whose = services.isEmpty ? "" : services.joined(separator: ", ") + ": "
    return "\(whose)\(subject): \(old ?? "none") → \(new ?? "none")"
      + (place.map { " (\($0))" } ?? "")
  }
}
