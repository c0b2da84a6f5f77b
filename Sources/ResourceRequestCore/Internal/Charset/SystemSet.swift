// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The East Asian sets, which the system converts, since their tables are large.
enum SystemSet: Sendable, Hashable {
  case shiftJIS, eucJP, iso2022JP, gb18030, gbk, big5, eucKR

  /// The converter's names for reading the set, best first.
  ///
  /// The first is the one the WHATWG Encoding standard means, which extends the set its label names: web pages are
  /// written in the extended one. The second is the plain one, for a C library that has no other.
  var decoders: [String] {
    switch self {
    case .shiftJIS: ["CP932", "SHIFT_JIS"]
    case .eucJP: ["EUC-JP-MS", "EUC-JP"]
    case .iso2022JP: ["ISO-2022-JP"]
    case .gb18030: ["GB18030"]
    case .gbk: ["GB18030", "GBK"]
    case .big5: ["BIG5-HKSCS", "BIG5"]
    case .eucKR: ["CP949", "EUC-KR"]
    }
  }

  /// The converter's names for writing the set: no character beyond what every reader of the set knows, so none of
  /// GB18030's characters of four bytes in GBK, and nothing of the Hong Kong supplement in Big5.
  var encoders: [String] {
    switch self {
    case .gbk: ["CP936", "GBK"]
    case .big5: ["CP950", "BIG5"]
    default: decoders
    }
  }

  /// A second converter for the characters the first does not have: Glibc's for the Hong Kong supplement lacks some of
  /// Big5's punctuation, such as the full-width slash.
  var extensionDecoder: String? { self == .big5 ? "BIG5" : nil }

  /// Whether the set is read as GB18030, of which GBK is a part.
  var decodesGB18030: Bool { self == .gb18030 || self == .gbk }

  /// Whether bytes change what the bytes after them mean, by escape sequences.
  var isStateful: Bool { self == .iso2022JP }

  /// Whether a byte begins a character of several bytes.
  func isLead(_ byte: UInt8) -> Bool {
    switch self {
    case .iso2022JP: false
    case .shiftJIS: (0x81...0x9F).contains(byte) || (0xE0...0xFC).contains(byte)
    case .eucJP: byte == 0x8E || byte == 0x8F || (0xA1...0xFE).contains(byte)
    case .gb18030, .gbk, .big5, .eucKR: (0x81...0xFE).contains(byte)
    }
  }
}

extension SystemSet {
  /// What to tell a person whose system cannot convert a charset.
  static func missingConverterRemedy(for charset: String) -> String {
    """
    This system has no iconv converter for the charset "\(charset)"; install Glibc's gconv modules (package libc6 on \
    Debian 12, libc-gconv-modules-extra where the distribution has it, glibc-gconv-extra on Fedora), or use utf-8.
    """
  }
}
