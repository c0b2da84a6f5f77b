// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import ResourceRequestSimulation

/// When the calls of an incident come, which requests they are, and which client makes them.
///
/// Pure.
struct IncidentLoad {
  private let incident: Simulation.Incident
  private var random: RandomStream
  private var now = 0.0

  init(_ incident: Simulation.Incident, random: RandomStream) {
    self.incident = incident
    self.random = random
  }

  /// The time of the next call in seconds; `nil` after the last.
  mutating func next() -> Double? {
    let end = Self.seconds(incident.duration)
    while now < end {
      let rate = incident.load.last { Self.seconds($0.at) <= now }?.perSecond ?? 0
      let limit = min(incident.load.first { Self.seconds($0.at) > now }.map { Self.seconds($0.at) } ?? end, end)
      if rate > 0 {
        let next = now - log(1 - random.unit()) / rate
        if next < limit {
          now = next
          return next
        }
      }
      // Later calls do not depend on how long there was no load.
      now = limit
    }
    return nil
  }

  /// The request of a call.
  mutating func request(_ number: Int) -> ResourceRequest {
    var chance = random.unit() * incident.calls.reduce(0) { $0 + $1.share }
    var chosen = incident.calls[0]
    for call in incident.calls {
      chosen = call
      if chance < call.share { break }
      chance -= call.share
    }
    var request = ResourceRequest(
      chosen.target,
      method: chosen.method,
      service: chosen.service,
      timeout: chosen.timeout
    )
    request.pathParameters.set("id", to: number)
    return request
  }

  /// The number of the client that makes the next call.
  mutating func client() -> Int {
    min(Int(random.unit() * Double(incident.clients)), incident.clients - 1)
  }

  private static func seconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }
}

/// Random numbers that a seed reproduces (SplitMix64).
struct RandomStream {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// A number from 0 to below 1.
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) * 0x1p-53
  }
}
