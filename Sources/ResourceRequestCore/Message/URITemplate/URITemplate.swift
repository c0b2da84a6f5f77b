// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A URI template of RFC 6570, all four levels, parsed once and expanded as often as wanted.
///
/// Two things are stricter than in the RFC, because values come from outside and the result is an address:
/// - In the simple form `{name}` a missing variable is an error that names it. The RFC's rule, to leave out what is not
///   defined, holds for the operators `+ # . / ; ? &`.
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
    /// How many characters of a text are taken, RFC 6570 §2.4.1.
    var prefix: Int?
    /// Whether each item of a list or pairs stands by itself, RFC 6570 §2.4.2.
    var isExploded = false
  }

  let parts: [Part]

  /// Whether text has anything to expand; text that has not is its own expansion.
  static func isTemplate(_ text: String) -> Bool {
    text.utf8.contains { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
  }

  /// Expands a text that may be a template; one without braces costs a look and no copy.
  static func expand(
    _ text: String,
    _ lookup: (Substring) -> ParameterValue?
  ) throws(URITemplateError) -> String {
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
