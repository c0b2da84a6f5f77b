// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// What each proxy can say of what a configuration says: the source of the losses, and of the table in `Docs/Export.md`.
enum ExportTable {
  static let rows = places + access + times + balancing + retries + health + limits + connections

  /// What differs for a service in a proxy.
  ///
  /// - Parameters:
  ///   - service: the service.
  ///   - target: the proxy.
  ///   - places: where the settings stand.
  ///   - paths: the paths of the places, sorted by their bytes.
  /// - Returns: the losses.
  static func losses(
    of service: ExportedService,
    to target: ProxyTarget,
    in places: SettingPlaces,
    _ paths: [String]
  ) -> [ExportLoss] {
    let known = rows.filter { service.isBehindGateway ? $0.setting == "via" : $0.isUsed(service) }
    let losses = known.compactMap { row -> ExportLoss? in
      let place = place(of: row.path, service.name, in: places, paths)
      func loss(_ kind: ExportLoss.Kind, _ instead: String) -> ExportLoss {
        ExportLoss(service: service.name, setting: row.setting, kind: kind, instead: instead, place: place)
      }
      switch row.support(by: target) {
      case .same: return nil
      case .differs(_, let difference): return loss(.differs, difference)
      case .lost(let instead): return loss(.lost, instead)
      }
    }
    return losses + features(of: service, in: places, paths)
  }

  /// The keys of features, which the export does not know.
  private static func features(
    of service: ExportedService,
    in places: SettingPlaces,
    _ paths: [String]
  ) -> [ExportLoss] {
    let owners = [SettingPath(["services", service.name]), SettingPath(["defaults"])]
    let known = Set(rows.compactMap(\.path.first)).union(["service", "baseUrl", "connectionProperties"])
    let keys = owners.flatMap { $0.keys(in: paths) }.filter { !known.contains($0) }
    return Set(keys).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { key in
      ExportLoss(
        service: service.name,
        setting: key,
        kind: .lost,
        instead: "a feature of the program, which the proxy does not have",
        place: place(of: [key], service.name, in: places, paths)
      )
    }
  }

  /// Where a setting stands: the service, or the defaults; an object where a member of it does.
  private static func place(
    of path: [String],
    _ service: String,
    in places: SettingPlaces,
    _ paths: [String]
  ) -> SourcePlace? {
    let owners = [["services", service], ["defaults"]]
    // These are inherited member by member, and others as a whole.
    if ["timeouts", "limits"].contains(path.first) {
      for owner in owners { if let found = places[path: owner + path] { return found } }
    }
    for owner in owners {
      for count in stride(from: path.count, through: 1, by: -1) {
        if let found = places[path: owner + path.prefix(count)] { return found }
      }
      if let inner = SettingPath(owner + path).inner(in: paths).first { return places[inner] }
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

  /// The paths within this object, of sorted ones.
  func inner(in paths: [String]) -> ArraySlice<String> {
    // They follow one another, from the first that is not before the object's.
    var (low, high) = (0, paths.count)
    while low < high {
      let middle = (low + high) / 2
      if paths[middle].utf8.lexicographicallyPrecedes(text.utf8) { low = middle + 1 } else { high = middle }
    }
    return paths[low...].prefix { $0.utf8.starts(with: text.utf8) }
  }

  /// The keys of this object.
  func keys(in paths: [String]) -> Set<String> {
    Set(
      inner(in: paths).map { path in
        String(decoding: path.utf8.dropFirst(text.utf8.count).prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
      }
    )
  }
}
