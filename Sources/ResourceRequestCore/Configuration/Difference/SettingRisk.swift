// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a change of one setting may do, by its key and which way it goes.
///
/// Pure. What attempts and timeouts of a call come to together is not said here: see ``DifferenceFinder``.
enum SettingRisk {
  private enum Direction {
    /// More of it is the risk; so is none where that means no limit.
    case more(noneIsMost: Bool)
    /// Less of it is, or none at all.
    case less
    /// Any other value is, but for none.
    case other
    /// That it goes, or is turned off, is.
    case gone
    /// A list that gets longer is; so is none where that lets everything through.
    case wider(noneIsMost: Bool)
    /// This word is.
    case word(String)
  }

  /// By the beginning of the key; the first that fits counts.
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

  /// What the change of a setting may do.
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
      // What nobody named before let everything through, or nothing.
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

  /// The words for no limit, for never, and for not at all.
  private static func isOff(_ value: JSON) -> Bool {
    value == false || value.string.map { ["none", "refuse"].contains($0) } ?? false
  }

  /// A number that grows with the value.
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

  /// The kind of a credential and whose it is, without its secret.
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
