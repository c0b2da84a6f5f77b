// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import ResourceRequestCore

/// Looks names up for a queue that may block.
enum NameLookup {
  /// The addresses of a host; none if there are none.
  ///
  /// A lookup has no limit of time: whoever needs its end waits elsewhere.
  static func addresses(of host: String) -> [IPAddress] {
    let found = Lock<[IPAddress]>([])
    let group = DispatchGroup()
    group.enter()
    Task {
      let names = (try? await SystemLookup.addresses(of: host)) ?? []
      found.withLock { $0 = names.compactMap { IPAddress($0) } }
      group.leave()
    }
    group.wait()
    return found.withLock(\.self)
  }
}
