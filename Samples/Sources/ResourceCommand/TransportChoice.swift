// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

#if URLSession
  import ResourceRequestFoundation
#endif

/// The library that sends requests.
enum TransportChoice: String, CaseIterable, ExpressibleByArgument {
  case curl
  #if URLSession
    case urlsession
  #endif

  /// Creates the transport.
  func make() -> any Transport {
    switch self {
    case .curl: CurlTransport()
    #if URLSession
      case .urlsession: URLSessionTransport()
    #endif
    }
  }
}
