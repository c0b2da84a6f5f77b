// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The reason why a template cannot be parsed, or cannot be expanded with the given values.
package struct URITemplateError: Error, Sendable, Hashable, CustomStringConvertible {
  enum Reason: Sendable, Hashable {
    case openingBrace
    case closingBrace
    case emptyExpression
    case `operator`
    case name
    case modifier
    case prefix
    case missing
    case unknown
    case dotSegment
    case emptySegment
    case prefixOfList
  }

  let reason: Reason
  /// The offset of the fault in UTF-8 bytes; `nil` if a value is at fault.
  let offset: Int?
  /// The path parameter whose value is missing or refused; `nil` if the template is at fault.
  package let variable: String?
  /// The template's names, if the reason is a name that it does not have.
  private(set) var known: [String] = []

  init(_ reason: Reason, in template: String, at index: String.Index) {
    self.reason = reason
    offset = template.utf8.distance(from: template.utf8.startIndex, to: index)
    variable = nil
  }

  init(_ reason: Reason, variable: Substring) {
    self.reason = reason
    offset = nil
    self.variable = String(variable)
  }

  package init(unknown variable: String, among known: [String]) {
    self.init(.unknown, variable: variable[...])
    self.known = known
  }

  package var description: String {
    let name = variable ?? ""
    let sentence =
      switch reason {
      case .openingBrace: "the { is not closed; write %7B for a brace itself"
      case .closingBrace: "the } has no { before it; write %7D for a brace itself"
      case .emptyExpression: "the braces are empty; they must hold the name of a path parameter"
      case .operator: "a name begins here, or an operator (+ # . / ; ? &); write %7B for a brace itself"
      case .name: "a name has letters, digits, _, %XX, and dots between them; write %7B for a brace itself"
      case .modifier: "nothing may follow the * of a name"
      case .prefix: "a number from 1 to 9999 must follow the : of a name"
      case .missing
      where name.utf8.first == UInt8(ascii: "_") && name.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }:
        "a value that is interpolated into the target is nil"
      case .missing: "the path parameter \"\(name)\" has no value"
      case .unknown:
        "the target has no expression for the path parameter \"\(name)\""
          + (known.isEmpty ? "" : "; it has " + known.map { "{\($0)}" }.joined(separator: ", "))
      case .dotSegment: "the path parameter \"\(name)\" would make a path segment . or .., which leads elsewhere"
      case .emptySegment: "the path parameter \"\(name)\" is empty, which would leave its path segment out"
      case .prefixOfList: "the path parameter \"\(name)\" is a list, of which no prefix can be taken"
      }
    return offset.map { "invalid path template at byte \($0): \(sentence)" } ?? sentence
  }
}
