// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A URI template of RFC 6570, levels 1 to 4, parsed once and expanded any number of times.
///
/// Two rules are stricter than the RFC's, because values come from outside and the result is an address:
/// - In the simple form `{name}` a missing variable is an error that names it. The RFC's rule, to omit undefined
///   variables, holds for the operators `+ # . / ; ? &`.
/// - A value can neither make a dot segment nor, in the simple form, leave a path segment empty (see ``SegmentGuard``).
struct URITemplate: Sendable, Hashable {
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
  static func isTemplate(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// Expands a text that may be a template; a text without braces is scanned but not copied.
  static func expand(_ text: String, _ lookup: (Substring) -> ParameterValue?) throws(URITemplateError) -> String {
    isTemplate(text) ? try URITemplate(text).expand(lookup) : text
  }

  func expand(_ lookup: (Substring) -> ParameterValue?) throws(URITemplateError) -> String {
    var output = URITemplateOutput()
    for part in parts {
      switch part {
      case .literal(let text): try output.append(literal: text)
      case .expression(let expression): try output.append(expression, lookup)
      }
    }
    return try output.finish()
  }

  /// The names of all variables, in order of appearance.
  var variableNames: [Substring] {
    parts.flatMap { part -> [Substring] in
      if case .expression(let expression) = part { expression.variables.map(\.name) } else { [] }
    }
  }
}
