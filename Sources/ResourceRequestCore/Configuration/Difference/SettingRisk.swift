// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The risk of a change of one setting, by its key and direction.
///
/// Pure. The combined effect of attempts and timeouts is not judged here: see ``DifferenceFinder``.
enum SettingRisk {
  private enum Direction {
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

  /// The rules by prefix of the key; the first match applies.
  private static let rules: [(key: String, risk: ConfigurationDifference.Risk, direction: Direction)] = [
    ("maxConnections", .sendsMore, .more(noneIsMost: true)),
    ("retry.on", .sendsMore, .wider(noneIsMost: false)),
    ("retryBudget", .sendsMore, .more(noneIsMost: false)),
    ("hedge.attempts", .sendsMore, .more(noneIsMost: false)),
    ("hedge.maxExtraLoad", .sendsMore, .more(noneIsMost: false)),
    ("concurrency", .sendsMore, .more(noneIsMost: true)),
    ("rate.requests", .sendsMore, .more(noneIsMost: true)),
    ("rate.burst", .sendsMore, .more(noneIsMost: true)),
    ("rate.obey", .sendsMore, .gone),
    ("throttle", .sendsMore, .gone),
    ("outliers", .sendsMore, .gone),
    ("breaker", .sendsMore, .gone),
    ("redirects", .goesElsewhere, .more(noneIsMost: false)),
    ("proxy", .goesElsewhere, .other),
    ("unixSocket", .goesElsewhere, .other),
    ("resolve", .goesElsewhere, .other),
    ("timeouts.connect", .waitsLonger, .more(noneIsMost: true)),
    ("timeouts.read", .waitsLonger, .more(noneIsMost: true)),
    ("queue.timeout", .waitsLonger, .more(noneIsMost: true)),
    ("retry.retryAfter.max", .waitsLonger, .more(noneIsMost: false)),
    ("limits", .trustsMore, .more(noneIsMost: true)),
    ("tls.skipsVerification", .trustsMore, .more(noneIsMost: false)),
    ("tls.minimumVersion", .trustsMore, .less),
    ("tls.pinnedPublicKeys", .trustsMore, .wider(noneIsMost: true)),
    ("tls.closeNotify", .trustsMore, .word("optional")),
    ("tls.caFile", .trustsMore, .other),
    ("tls.caDirectory", .trustsMore, .other),
    ("tls.serverName", .trustsMore, .other),
    ("hsts", .trustsMore, .gone),
    ("addresses", .trustsMore, .wider(noneIsMost: true)),
    ("cache.coalesce", .neutral, .other),
    ("cache.partition", .keepsMore, .gone),
    ("cache.vary", .keepsMore, .wider(noneIsMost: false)),
    ("cache.query", .keepsMore, .wider(noneIsMost: false)),
    ("cache.mode", .keepsMore, .word("shared")),
    ("cache.disk", .keepsMore, .more(noneIsMost: false)),
    ("cache", .keepsMore, .more(noneIsMost: false)),
  ]

  /// The risk of the change of a setting.
  static func risk(of key: String, _ old: JSON?, _ new: JSON?) -> ConfigurationDifference.Risk {
    guard let rule = rules.first(where: { key.begins(withBytesOf: $0.key) }) else {
      return .neutral
    }
    return isRisk(rule.direction, old ?? .null, new ?? .null) ? rule.risk : .neutral
  }

  private static func isRisk(_ direction: Direction, _ old: JSON, _ new: JSON) -> Bool {
    switch direction {
    case .other: return !new.isNull && !isOff(new)
    case .word(let word): return new.string.map { $0.hasSameBytes(as: word) } ?? false
    case .gone: return new.isNull || isOff(new)
    case .wider(let noneIsMost):
      guard !new.isNull else { return noneIsMost }
      // A missing list allowed everything, or nothing.
      guard !old.isNull else { return !noneIsMost }
      let before = old.array ?? [old]
      return (new.array ?? [new]).contains { !before.contains($0) }
    case .less:
      guard !new.isNull, !isOff(new) else { return true }
      return !old.isNull && amount(new) < amount(old)
    case .more(let noneIsMost):
      if new.isNull || isOff(new) { return noneIsMost }
      if old.isNull || isOff(old) { return !noneIsMost }
      return amount(new) > amount(old)
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
