// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The risk of a change of one setting, by direction, as the row of its key says.
///
/// Pure. The combined effect of attempts and timeouts is not judged here: see ``DifferenceFinder``.
struct SettingRisk: Sendable {
  enum Direction: Sendable {
    /// An increase is a risk; so is removal, if that means no limit.
    case more(noneIsMost: Bool)
    /// A decrease is a risk, or removal.
    case less
    /// Any other value is a risk, but not removal.
    case other
    /// Removal or turning off is a risk.
    case gone
    /// A longer list is a risk; so is removal, if that allows everything.
    case wider(noneIsMost: Bool)
    /// This word is a risk.
    case word(String)
  }

  let risk: ConfigurationDifference.Risk
  let direction: Direction

  /// The risks by key, inner keys first; no document can say `skipsVerification`.
  private static let risks: [(key: String, risk: SettingRisk)] =
    [("tls.skipsVerification.", SettingRisk(risk: .trustsMore, direction: .more(noneIsMost: false)))]
    + risks(of: ConfigurationDocument.keys)

  private static func risks(of keys: [SettingKey]) -> [(key: String, risk: SettingRisk)] {
    keys.compactMap { key in key.risk.map { (key.path.joined(separator: ".") + ".", $0) } }
  }

  /// The risk of the change of a setting, which that of the innermost key around it decides.
  static func risk(
    of key: String,
    _ old: JSON?,
    _ new: JSON?,
    _ featureKeys: [SettingKey] = []
  ) -> ConfigurationDifference.Risk {
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
    case .word(let word): return new.string.map { $0.hasSameBytes(as: word) } ?? false
    case .gone: return new.isNull || Self.isOff(new)
    case .wider(let noneIsMost):
      guard !new.isNull else { return noneIsMost }
      // A missing list allowed everything, or nothing.
      guard !old.isNull else { return !noneIsMost }
      let before = old.array ?? [old]
      return (new.array ?? [new]).contains { !before.contains($0) }
    case .less:
      guard !new.isNull, !Self.isOff(new) else { return true }
      return !old.isNull && Self.amount(new) < Self.amount(old)
    case .more(let noneIsMost):
      if new.isNull || Self.isOff(new) { return noneIsMost }
      if old.isNull || Self.isOff(old) { return !noneIsMost }
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
    if let number = Double(text) { return number }
    return (try? AmountText.duration(text))?.inSeconds ?? 0
  }

  /// The kind and the owner of a credential, without its secret.
  static func text(_ credential: ServiceCredential) -> String {
    switch credential.kind {
    case .basic(let username, _): "basic, user \(username)"
    case .digest(let login): "digest, user \(login.username)"
    case .apiKey(_, let name, let policy): "apikey, as \(policy.rawValue), \(name)"
    case .bearer: "bearer"
    case .bearerFile(let path): "bearer, the token in \(path)"
    case .oauth2(let credentials):
      "oauth2, client \(credentials.clientID), token of \(credentials.tokenURL?.redacted() ?? "the gateway")"
    }
  }
}
