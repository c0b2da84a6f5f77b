// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestFoundation
import ResourceRequestKit

/// What sends.
enum TransportChoice: String, CaseIterable, ExpressibleByArgument {
  case curl
  case urlsession

  /// A transport of the kind.
  func make() -> any Transport {
    switch self {
    case .curl: CurlTransport()
    case .urlsession: URLSessionTransport()
    }
  }
}
