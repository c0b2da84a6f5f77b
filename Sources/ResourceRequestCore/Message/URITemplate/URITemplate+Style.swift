// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension URITemplate {
  /// The expansion style of an operator: the table of RFC 6570, appendix A.
  enum Style: UInt8, Sendable, Hashable {
    case simple = 0
    case reserved = 0x2B  // +
    case fragment = 0x23  // #
    case label = 0x2E  // .
    case path = 0x2F  // /
    case pathParameter = 0x3B  // ;
    case query = 0x3F  // ?
    case continuation = 0x26  // &

    /// The character before the first defined value.
    var first: UInt8? {
      self == .simple || self == .reserved ? nil : rawValue
    }

    var separator: UInt8 {
      switch self {
      case .simple, .reserved, .fragment: UInt8(ascii: ",")
      case .label, .path, .pathParameter: rawValue
      case .query, .continuation: UInt8(ascii: "&")
      }
    }

    var isNamed: Bool {
      self == .pathParameter || self == .query || self == .continuation
    }

    /// Whether an empty value is written with `=` after its name.
    var marksEmpty: Bool { self == .query || self == .continuation }

    var allowsReserved: Bool { self == .reserved || self == .fragment }
  }
}
