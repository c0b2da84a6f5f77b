// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What each proxy can say of what a configuration says: the source of the losses, and of the table in `Docs/Export.md`.
enum ExportTable {
  static let rows = places + access + times + balancing + retries + health + limits + connections

  /// What differs for a service in a proxy.
  static func losses(of service: ExportedService, to target: ProxyTarget, in places: SettingPlaces) -> [ExportLoss] {
    let known = rows.filter { service.isBehindGateway ? $0.setting == "via" : $0.isUsed(service) }
    let losses = known.compactMap { row -> ExportLoss? in
      let place = place(of: row.path, service.name, in: places)
      func loss(_ kind: ExportLoss.Kind, _ instead: String) -> ExportLoss {
        ExportLoss(service: service.name, setting: row.setting, kind: kind, instead: instead, place: place)
      }
      switch row.support(by: target) {
      case .same: return nil
      case .differs(_, let difference): return loss(.differs, difference)
      case .lost(let instead): return loss(.lost, instead)
      }
    }
    return losses + features(of: service, in: places)
  }

  /// The keys of features, which the export does not know.
  private static func features(of service: ExportedService, in places: SettingPlaces) -> [ExportLoss] {
    let prefix = SettingPath(["services", service.name])
    let known = Set(rows.compactMap(\.path.first)).union(["service", "baseUrl", "connectionProperties"])
    let keys = places.paths.compactMap { prefix.firstKey(of: $0) }.filter { !known.contains($0) }
    return Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { key in
      ExportLoss(
        service: service.name,
        setting: key,
        kind: .lost,
        instead: "a feature of the program, which the proxy does not have",
        place: place(of: [key], service.name, in: places)
      )
    }
  }

  /// Where a setting stands: the service, or the defaults; an object where a member of it does.
  private static func place(of path: [String], _ service: String, in places: SettingPlaces) -> SourcePlace? {
    let owners = [["services", service], ["defaults"]]
    // These are inherited member by member, and others as a whole.
    if ["timeouts", "limits"].contains(path.first) {
      for owner in owners { if let found = places[path: owner + path] { return found } }
    }
    for owner in owners {
      for count in stride(from: path.count, through: 1, by: -1) {
        if let found = places[path: owner + path.prefix(count)] { return found }
      }
      let prefix = SettingPath(owner + path)
      if let inner = places.paths.first(where: { prefix.firstKey(of: $0) != nil }) { return places[inner] }
    }
    return nil
  }
}

/// The path of an object among the paths of settings.
private struct SettingPath {
  let text: String

  init(_ parts: [String]) {
    text = SettingPlaces.path(parts) + "/"
  }

  /// The key of this object that a path leads through.
  func firstKey(of path: String) -> String? {
    guard path.utf8.starts(with: text.utf8) else { return nil }
    let rest = path.utf8.dropFirst(text.utf8.count)
    return String(decoding: rest.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
  }
}
