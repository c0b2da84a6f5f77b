// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

#if URLSession
  import ResourceRequestFoundation
#endif

/// What sends requests.
enum TransportName: String, CaseIterable, ExpressibleByArgument {
  case standard, sockets, curl
  #if URLSession
    case urlsession
  #endif

  /// Whether it delivers bodies as streams.
  var streams: Bool {
    switch self {
    case .standard, .sockets, .curl: true
    #if URLSession
      case .urlsession: false
    #endif
    }
  }

  /// Creates the transport.
  func make() -> any Transport {
    switch self {
    case .standard: DefaultTransport()
    case .sockets: DefaultTransport(.sockets)
    case .curl: DefaultTransport(.curl)
    #if URLSession
      case .urlsession: URLSessionTransport()
    #endif
    }
  }
}
