// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The connections of a feature: one for each server and login, however many services have it.
///
/// A line is kept while somebody has it.
final class ValkeyLines: Sendable {
  private struct Place: Hashable {
    let address: ValkeyAddress
    let limit: Duration
  }

  private struct Kept: Sendable {
    weak var line: ValkeyLine?
  }

  private let kept = Lock<[Place: Kept]>([:])

  func line(to address: ValkeyAddress, limit: Duration) -> ValkeyLine {
    let place = Place(address: address, limit: limit)
    return kept.withLock { kept in
      if let known = kept[place]?.line { return known }
      let line = ValkeyLine(address, limit: limit, replyLimit: 1 << 16)
      kept = kept.filter { $0.value.line != nil }
      kept[place] = Kept(line: line)
      return line
    }
  }
}
