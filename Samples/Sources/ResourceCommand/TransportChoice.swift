// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// What sends.
enum TransportChoice: String, CaseIterable, ExpressibleByArgument {
  case curl
  case urlsession

  /// The transport.
  ///
  /// - Throws: ``InputError`` where this build has none of the kind.
  func make() throws -> any Transport {
    switch self {
    case .curl: CurlTransport()
    case .urlsession: throw InputError("--transport urlsession: this build has no URLSession transport; use curl")
    }
  }
}
