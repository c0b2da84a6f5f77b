// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The risk of a change of a configuration, the greatest first.
public enum ChangeRisk: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
  /// Sends requests more often, or more of them at once.
  case sendsMore
  /// Sends requests, credentials or secrets to another place.
  case goesElsewhere
  /// Lets calls take longer.
  case waitsLonger
  /// Trusts more servers, or accepts more from them.
  case trustsMore
  /// Stores or shows more.
  case keepsMore
  /// None of these.
  case neutral

  /// The risk as text, such as `sends more`.
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

  private var rank: Int { ChangeRisk.allCases.firstIndex(of: self) ?? 0 }

  /// Whether one risk is smaller.
  public static func < (one: ChangeRisk, other: ChangeRisk) -> Bool { one.rank > other.rank }
}

/// The risk of a change of one setting, by direction, as the row of its key says.
///
/// Pure. The combined effect of attempts and timeouts is not judged here: see ``DifferenceFinder``.
package struct SettingRisk: Sendable {
  package enum Direction: Sendable {
    /// An increase is a risk; so is removal, if that means no limit. What nobody has written may be a number.
    case more(noneIsMost: Bool, noneIs: Double? = nil)
    /// A decrease is a risk; so is removal, if that means nothing is held.
    case less(noneIsLeast: Bool)
    /// Any other value is a risk, but not removal.
    case other
    /// Any other value is a risk, and so is removal: then another one applies.
    case change
    /// Removal or turning off is a risk.
    case gone
    /// A longer list is a risk; so is removal, if that allows everything.
    case wider(noneIsMost: Bool)
    /// This word is a risk.
    case word(String)
  }

  let risk: ChangeRisk
  let direction: Direction

  /// The risks by key, inner keys first; no document can say `skipsVerification`.
  private static let risks: [(key: String, risk: SettingRisk)] =
    [("tls.skipsVerification.", SettingRisk(risk: .trustsMore, direction: .more(noneIsMost: false)))]
    + risks(of: ConfigurationDocument.keys)

  private static func risks(of keys: [SettingKey]) -> [(key: String, risk: SettingRisk)] {
    keys.compactMap { key in key.risk.map { (key.path.joined(separator: ".") + ".", $0) } }
  }

  /// The risk of the change of a setting, which that of the innermost key around it decides.
  package static func risk(
    of key: String,
    _ old: JSON?,
    _ new: JSON?,
    _ featureKeys: [SettingKey] = []
  ) -> ChangeRisk {
    let path = key + "."
    let isKnown: ((key: String, risk: SettingRisk)) -> Bool = { path.begins(withBytesOf: $0.key) }
    guard let known = (risks.first(where: isKnown) ?? risks(of: featureKeys).first(where: isKnown))?.risk else {
      return .neutral
    }
    return known.isRun(old ?? .null, new ?? .null) ? known.risk : .neutral
  }

  private func isRun(_ old: JSON, _ new: JSON) -> Bool {
    switch direction {
    case .other: return !new.isNull && !Self.isOff(new)
    case .change: return old != new
    case .word(let word): return new.string.map { $0.hasSameBytes(as: word) } ?? false
    case .gone:
      // What was off cannot go, and a truth value that nobody has written is off.
      return (new.isNull || Self.isOff(new)) && !Self.isOff(old) && !(old.isNull && new == false)
    case .wider(let noneIsMost):
      // Nothing is wider than any.
      if old.string?.hasSameBytes(as: "any") == true { return false }
      guard !new.isNull else { return noneIsMost }
      // A missing list allowed everything, or nothing.
      guard !old.isNull else { return !noneIsMost }
      let before = old.array ?? [old]
      return (new.array ?? [new]).contains { !before.contains($0) }
    case .less(let noneIsLeast):
      guard !new.isNull else { return noneIsLeast }
      return !old.isNull && Self.amount(new) < Self.amount(old)
    case .more(let noneIsMost, let noneIs):
      if new.isNull || Self.isOff(new) { return noneIsMost }
      if old.isNull || Self.isOff(old) { return noneIs.map { Self.amount(new) > $0 } ?? !noneIsMost }
      return Self.amount(new) > Self.amount(old)
    }
  }

  /// Whether the value turns the setting off: no limit, never, or not at all.
  private static func isOff(_ value: JSON) -> Bool {
    value == false || value.string.map { ["none", "refuse"].contains($0) } ?? false
  }

  /// A number that increases with the value.
  private static func amount(_ value: JSON) -> Double {
    if let number = value.double { return number }
    if value == true { return 1 }
    guard let text = value.string else { return 0 }
    if text.utf8.last == UInt8(ascii: "%"), let share = Double(String(text.utf8.dropLast()) ?? "") {
      return share / 100
    }
    if let number = Double(text) ?? text.dropping(prefix: "p").flatMap({ Double($0) }) { return number }
    return (try? AmountText.duration(text))?.inSeconds ?? 0
  }
}
