// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The lines and connections of a process: one connection for each server and login, and one line for each rate there, however
/// many services and configurations have it.
///
/// What nobody has any more is not kept.
final class TurnLines: Sendable {
  private struct Place: Hashable {
    let address: ValkeyAddress
    let limit: Duration
  }

  private struct Rate: Hashable {
    let place: Place
    let name: String
    let quota: FleetQuota
    let instances: Int
  }

  private let connections = WeakTable<Place, ValkeyLine>()
  private let lines = WeakTable<Rate, TurnLine>()

  /// The line of those who hold a rate together at a server.
  ///
  /// - Parameters:
  ///   - name: what instances call the rate; those with another rate of that name are others.
  ///   - quota: the rate.
  ///   - instances: how many there are about.
  ///   - address: the server.
  ///   - limit: how long a question may take.
  /// - Returns: the line.
  func line(_ name: String, _ quota: FleetQuota, instances: Int, at address: ValkeyAddress, limit: Duration) -> TurnLine
  {
    let place = Place(address: address, limit: limit)
    let rate = Rate(place: place, name: name, quota: quota, instances: instances)
    return lines.object(rate) {
      let connection = connections.object(place) { ValkeyLine(address, limit: limit, replyLimit: 1 << 16) }
      connection.prepare()
      return TurnLine(Self.source(name, quota, instances, connection, limit: limit)) { connection.condition }
    }
  }

  private static func source(
    _ name: String,
    _ quota: FleetQuota,
    _ instances: Int,
    _ connection: ValkeyLine,
    limit: Duration
  ) -> TurnSource {
    let command = ["EVAL", FleetQuota.script, "1", "resource:r:\(quota.identity):\(name)"]
    return TurnSource(quota, instances: instances) { count, horizon, _ in
      let whole = (command + quota.arguments(for: count, within: horizon)).bytes
      // With less than the horizon it is the time of the call, which no longer limit may outlast.
      let isTimed = horizon < FleetQuota.horizon || limit > FleetQuota.horizon
      let time = isTimed ? max(.milliseconds(1), horizon) : nil
      let reply = try await connection.send([whole], within: time)[0]
      guard case .list(let list) = reply, list.count == 2, let given = list[0].number, let wait = list[1].number,
        (0...count).contains(given), given > 0 || wait > 0
      else { throw ValkeyFailure(reason: "it gives no turns") }
      return FleetQuota.Grant(count: given, wait: .microseconds(max(-86_400_000_000, min(wait, 86_400_000_000))))
    }
  }
}
