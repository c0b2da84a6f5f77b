// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheSettings {
  /// The settings as a document says them.
  var shown: JSON {
    guard isEnabled else { return false }
    if self == CacheSettings() { return true }
    var object: JSON.Object = ["mode": .string(mode.rawValue), "memory": .number(.init(memory))]
    object["entry"] = .number(.init(entry))
    if let disk {
      object["disk"] = [
        "directory": .string(disk.directory), "size": .number(.init(disk.size)),
        "storeAuthorized": .bool(disk.storesAuthorized), "patience": .string(AmountText.text(disk.patience)),
      ]
    }
    object["heuristic"] = .string(heuristic.map { "\($0 * 100)%" } ?? AmountText.unlimited)
    object["staleIfError"] = staleIfError.shown
    object["staleWhileRevalidate"] = staleWhileRevalidate.shown
    if let ignoreServer {
      object["ignoreServer"] = [
        "ttl": .string(AmountText.text(ignoreServer.lifetime)),
        "statuses": .array(ignoreServer.statuses.sorted().map { .number(.init($0.code)) }),
      ]
    }
    if !ignoredVary.isEmpty { object["vary"] = ["ignore": .array(ignoredVary.sorted().map { .string($0) })] }
    if !ignoredQuery.isEmpty || !keepsQueryOrder {
      object["query"] = [
        "ignore": .array(ignoredQuery.sorted().map { .string($0) }), "order": .bool(keepsQueryOrder),
      ]
    }
    if !coalesces { object["coalesce"] = false }
    if let targets { object["targets"] = .array(targets.map { .string($0) }) }
    if let partition { object["partition"] = .string(partition) }
    return .object(object)
  }
}

extension CacheSettings.Staleness {
  fileprivate var shown: JSON {
    switch self {
    case .asServer: "asServer"
    case .atMost(let time): .string(AmountText.text(time))
    case .none: .string(AmountText.unlimited)
    }
  }
}
