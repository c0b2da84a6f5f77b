// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Prints every exchange with the gateway in two short lines, including those that get tokens.
final class ExchangePrinter: EventObserver {
  /// The requests by the number of their call.
  private let asked = Mutex<[UInt64: RequestSummary]>([:])

  func observe(_ event: RequestEvent) {
    if let request = event.request { asked.withLock { $0[event.id] = request } }
    switch event.kind {
    case .sent:
      guard let request = asked.withLock({ $0[event.id] }), let url = request.url else { return }
      print("   > \(request.method) \(url.path)")
    case .head:
      if let status = event.status { print("   < \(status)") }
    case .finished, .failed:
      asked.withLock { $0[event.id] = nil }
    default:
      break
    }
  }
}
