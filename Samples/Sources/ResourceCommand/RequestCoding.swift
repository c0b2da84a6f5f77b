// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// How a body is compressed on its way to the server.
enum RequestCoding: String, ExpressibleByArgument, CaseIterable {
  case gzip
  case deflate

  /// Whoever names a coding wants it for short bodies too.
  var rule: RequestCompression {
    switch self {
    case .gzip: .gzip(above: 0)
    case .deflate: .deflate(above: 0)
    }
  }
}
