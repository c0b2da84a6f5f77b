// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What another configuration changes, by what it means and ordered by risk.
///
/// Settings are compared as they come to be for each service, so a change of the defaults counts for all whom it reaches,
/// and one that a service overrides counts for nobody. It holds no secrets.
public struct ConfigurationDifference: Sendable, Hashable, Codable {
  /// What a change may do, the worst first.
  public enum Risk: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// A request goes out more often, or more of them at once.
    case sendsMore
    /// Requests, credentials or secrets go to another place.
    case goesElsewhere
    /// A call takes longer until it has ended.
    case waitsLonger
    /// More servers, or more of what they say, are trusted.
    case trustsMore
    /// More is stored or shown.
    case keepsMore
    /// None of these.
    case neutral

    /// The risk in words, such as `sends more`.
    public var words: String {
      switch self {
      case .sendsMore: "sends more"
      case .goesElsewhere: "goes elsewhere"
      case .waitsLonger: "waits longer"
      case .trustsMore: "trusts more"
      case .keepsMore: "keeps more"
      case .neutral: "neutral"
      }
    }

    private var rank: Int { Risk.allCases.firstIndex(of: self) ?? 0 }

    /// Whether one is the smaller risk.
    public static func < (one: Risk, other: Risk) -> Bool { one.rank > other.rank }
  }

  /// One change.
  public struct Finding: Sendable, Hashable, Codable {
    /// What it may do.
    public let risk: Risk
    /// The services it is about, `gateway` and `elsewhere` (absolute URLs) among them; none where it is about all.
    public let services: [String]
    /// What changes: the key of a setting, or a phrase such as `worst case of POST`.
    public let subject: String
    /// What it was; `nil` where there was nothing.
    public let old: String?
    /// What it comes to; `nil` where nothing is left.
    public let new: String?
    /// Where the new one is written, or, where there is none, the old one was.
    public let place: String?

    init(
      _ risk: Risk,
      _ services: [String],
      _ subject: String,
      _ old: String?,
      _ new: String?,
      at place: String? = nil
    ) {
      self.risk = risk
      self.services = services
      self.subject = subject
      self.old = old
      self.new = new
      self.place = place
    }
  }

  /// All changes, the riskiest first.
  public let findings: [Finding]

  /// The greatest risk among them; `nil` where nothing changes.
  public var risk: Risk? { findings.map(\.risk).max() }

  /// Compares two configurations.
  public init(from old: ResourceConfiguration, to new: ResourceConfiguration) {
    var finder = DifferenceFinder(old, new)
    finder.find()
    findings = finder.findings
  }
}

extension ConfigurationDifference: CustomStringConvertible {
  /// The findings, a heading for each risk.
  public var description: String {
    guard !findings.isEmpty else { return "nothing changes\n" }
    var text = ""
    for risk in Risk.allCases {
      let own = findings.filter { $0.risk == risk }
      guard !own.isEmpty else { continue }
      text += (text.isEmpty ? "" : "\n") + risk.words + "\n"
      for finding in own { text += "  \(finding)\n" }
    }
    return text
  }
}

extension ConfigurationDifference.Finding: CustomStringConvertible {
  /// Such as `orders: worst case of GET: 4 s → 31 s (new.json:12:7)`.
  public var description: String {
    let whose = services.isEmpty ? "" : services.joined(separator: ", ") + ": "
    return "\(whose)\(subject): \(old ?? "none") → \(new ?? "none")"
      + (place.map { " (\($0))" } ?? "")
  }
}
