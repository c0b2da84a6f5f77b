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

  /// The transport: one for all URLs of a command line, which share its connections.
  var shared: any Transport {
    switch self {
    case .standard: Self.standardTransport
    case .sockets: Self.socketTransport
    case .curl: Self.curlTransport
    #if URLSession
      case .urlsession: Self.sessionTransport
    #endif
    }
  }

  private static let standardTransport = DefaultTransport()
  private static let socketTransport = DefaultTransport(.sockets)
  private static let curlTransport = DefaultTransport(.curl)
  #if URLSession
    private static let sessionTransport = URLSessionTransport()
  #endif
}
