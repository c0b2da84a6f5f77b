// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Any URI reference (RFC 3986 §4.1), absolute or relative, kept byte for byte.
///
/// Whether a text is absolute is decided here and nowhere else: it is when it parses with a scheme.
package struct URIReference: Sendable, Hashable, CustomStringConvertible {
  package let string: String
  package let layout: URILayout

  init(_ string: String) throws(Invalid) {
    self.string = string
    layout = try string.withUTF8Bytes { URILayout.scan($0, allowingNonASCII: false) }.get()
  }

  /// For text whose parts are known from its construction.
  package init(unchecked string: String, layout: URILayout) {
    self.string = string
    self.layout = layout
  }

  package var isAbsolute: Bool { layout.schemeEnd >= 0 }
  var scheme: Substring? { layout.scheme.map(slice) }
  package var authority: Substring? { layout.authority.map(slice) }
  var userInfo: Substring? { layout.userInfo.map(slice) }
  var host: Substring? { layout.host.map(slice) }
  var port: Substring? { layout.port.map(slice) }
  package var path: Substring { slice(layout.path) }
  package var query: Substring? { layout.query.map(slice) }
  package var fragment: Substring? { layout.fragment.map(slice) }
  package var description: String { string }

  private func slice(_ range: Range<Int>) -> Substring { string.utf8Slice(range) }

  package static func == (lhs: URIReference, rhs: URIReference) -> Bool { lhs.string.hasSameBytes(as: rhs.string) }
  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(string)) }

  /// Why a text is not a URI reference, and where.
  package struct Invalid: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Reason: String, Sendable {
      case controlCharacter = "a control character is not allowed; percent-encode it"
      case space = "a space is not allowed; write %20"
      case nonASCII = "a character outside ASCII is not allowed; percent-encode its UTF-8"
      case backslash = "a backslash is not allowed; write / or %5C"
      case colonInFirstSegment =
        "what precedes the first colon is not a scheme; write http:// before a host, %3A in a path"
      case secondAt = "a second @ in the authority is not allowed; write %40"
      case unclosedBracket = "the [ of the host is not closed"
      case textAfterBracket = "only a port may follow the ] of the host"
      case port = "the port must be a number"
      case tooLong = "it is longer than 8,000,000 bytes"
    }

    package let reason: Reason
    /// Counted in UTF-8 bytes from the beginning.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
      self.reason = reason
      self.offset = offset
    }

    package var description: String { "invalid URI reference at byte \(offset): \(reason.rawValue)" }
  }
}

extension String {
  /// A part of an already scanned text, by UTF-8 offsets; offsets at the edges of ASCII delimiters are always valid.
  package func utf8Slice(_ range: Range<Int>) -> Substring {
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)]
  }
}
