// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// The compression of a request's body: a content coding, with a level if the coding has levels.
struct RequestCoding: ExpressibleByArgument {
  /// The setting for the SDK.
  let rule: RequestCompression

  init?(argument: String) {
    let parts = argument.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
    let level = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) : nil
    guard let name = parts.first, parts.count == 1 || level != nil else { return nil }
    // An explicit coding applies to short bodies too.
    switch (String(decoding: name, as: UTF8.self), level) {
    case ("gzip", nil): rule = .gzip(above: 0)
    case ("deflate", nil): rule = .deflate(above: 0)
    case ("br", let level) where (0...11).contains(level ?? 5): rule = .brotli(above: 0, level: level ?? 5)
    case ("zstd", let level) where (1...19).contains(level ?? 3): rule = .zstd(above: 0, level: level ?? 3)
    default: return nil
    }
  }

  static let allValueStrings = ["gzip", "deflate", "br", "zstd"]
}
