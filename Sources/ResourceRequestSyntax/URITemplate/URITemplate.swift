// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A URI template of RFC 6570, levels 1 to 4, parsed once and expanded any number of times.
///
/// Two rules are stricter than the RFC's, because values come from outside and the result is an address:
/// - In the simple form `{name}` a missing variable is an error that names it. The RFC's rule, to omit undefined
///   variables, holds for the operators `+ # . / ; ? &`.
/// - A value can neither make a dot segment nor, in the simple form, leave a path segment empty (see ``SegmentGuard``).
package struct URITemplate: Sendable, Hashable {
  /// A value of a variable as of RFC 6570 §2.3; `nil` where one is expected is an undefined variable.
  package enum Value: Sendable {
    case text(String)
    case list([String])
    case pairs([(name: String, text: String)])
  }

  enum Part: Sendable, Hashable {
    case literal(Substring)
    case expression(Expression)
  }

  struct Expression: Sendable, Hashable {
    let style: Style
    let variables: [Variable]
  }

  struct Variable: Sendable, Hashable {
    let name: Substring
    /// The prefix length in characters (RFC 6570 §2.4.1).
    var prefix: Int?
    /// Whether a list or pairs are exploded (RFC 6570 §2.4.2).
    var isExploded = false
  }

  let parts: [Part]

  /// Whether a text has anything to expand; a text without braces is its own expansion.
  package static func isTemplate(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// Expands a text that may be a template; a text without braces is scanned but not copied.
  package static func expand(_ text: String, _ lookup: (Substring) -> Value?) throws(URITemplateError) -> String {
    isTemplate(text) ? try URITemplate(text).expand(lookup) : text
  }

  package func expand(_ lookup: (Substring) -> Value?) throws(URITemplateError) -> String {
    var output = URITemplateOutput()
    for part in parts {
      switch part {
      // A lone % would make something else of the value after it.
      case .literal(let text): try output.append(literal: PercentEncoding.encodingStrays(String(text))[...])
      case .expression(let expression): try output.append(expression, lookup)
      }
    }
    return try output.finish()
  }

  /// The names of all variables, in order of appearance.
  package var variableNames: [Substring] {
    parts.flatMap { part -> [Substring] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
  }

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
