// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a request body is compressed: by the SDK itself, or by a library of the system.
package enum BodyCoding: Sendable, Hashable {
  case own(ContentCoding)
  case library(LoadedCoding, level: UInt8)

  package static let gzip = BodyCoding.own(.gzip)
  package static let deflate = BodyCoding.own(.deflate)

  /// A library's coding at one of its levels.
  package static func loaded(_ coding: LoadedCoding, level: Int) -> BodyCoding {
    .library(coding, level: UInt8(clamping: level))
  }

  /// By the name HTTP has for it, with the library's usual level; `nil` for a coding that is not known.
  package init?(name: String) {
    if let coding = ContentCoding(rawValue: name) {
      self = .own(coding)
    } else if let coding = LoadedCoding(rawValue: name) {
      self = .loaded(coding, level: coding.standardLevel)
    } else {
      return nil
    }
  }

  /// The name HTTP has for it.
  package var name: String {
    switch self {
    case .own(let coding): coding.rawValue
    case .library(let coding, _): coding.rawValue
    }
  }

  /// The level, if it is not the usual one.
  package var unusualLevel: Int? {
    guard case .library(let coding, let level) = self, level != coding.standardLevel else { return nil }
    return Int(level)
  }

  /// The longest body in memory that is compressed at once, in bytes.
  package var wholeLimit: Int {
    switch self {
    case .own: 4 << 20
    case .library(let coding, let level): coding.wholeLimit(at: Int(level))
    }
  }
}
