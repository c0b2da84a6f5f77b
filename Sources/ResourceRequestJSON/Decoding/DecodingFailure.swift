// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

/// Describes a decoding error in one short phrase that quotes nothing of the body.
package enum DecodingFailure {
  // `isLine`: the decoded text is one line, whose number is known already.
  package static func reason(_ error: any Error, isLine: Bool = false) -> String {
    let place = { (context: DecodingError.Context) in Self.place(context, isLine: isLine) }
    return switch error {
    case DecodingError.keyNotFound(let key, let context):
      "the key \"\(key.stringValue)\" is missing\(place(context))"
    case DecodingError.typeMismatch(let type, let context):
      "\(mismatch(type, context.debugDescription))\(place(context))"
    case DecodingError.valueNotFound(let type, let context):
      "it has no \(type)\(place(context))"
    case DecodingError.dataCorrupted(let context):
      unquoted(context.debugDescription) + place(context)
    case let error as JSONSyntaxError: "\(error)"
    // What others say may quote the body.
    default: "its decoder threw \(type(of: error))"
    }
  }

  /// What was expected, and what was found, if a decoder says so in Foundation's words; other words may quote the body.
  private static func mismatch(_ type: Any.Type, _ text: String) -> String {
    let expected = type == [Any].self ? "an array" : type == [String: Any].self ? "an object" : "\(type)"
    let found = kinds.first { text.ends(withBytesOf: " but found \($0.said) instead.") }?.told
    return found.map { "expected \(expected), found \($0)" } ?? "it has another type than \(expected)"
  }

  private static let kinds = [
    ("null", "null"), ("bool", "a boolean"), ("number", "a number"), ("a string", "a string"), ("an array", "an array"),
    ("a dictionary", "an object"),
  ].map { (said: $0, told: $1) }

  /// What the standard library says of an enumeration or a range, without the value: "Cannot initialize Role from invalid
  /// String value admin".
  private static func unquoted(_ text: String) -> String {
    guard text.begins(withBytesOf: "Cannot initialize ") else { return text }
    let ends = [" value ", " with "].compactMap { text.firstRange(ofBytes: $0)?.lowerBound }
    return ends.min().map { text[..<$0] + " value" } ?? "the value is not valid"
  }

  private static func place(_ context: DecodingError.Context, isLine: Bool) -> String {
    let place = context.underlyingError as? JSONDecodingPlace
    let position = place.map { isLine ? " (column \($0.column))" : " (line \($0.line), column \($0.column))" } ?? ""
    return way(context.codingPath) + position
  }

  fileprivate static func way(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    // The keys of a dictionary are the peer's, of any length.
    let name = { (key: any CodingKey) in String(decoding: key.stringValue.utf8.prefix(64), as: UTF8.self) }
    return " at " + path.map { key in key.intValue.map { "[\($0)]" } ?? name(key) }.joined(separator: ".")
  }
}

/// Why a value could not be encoded, without the value, which the errors of encoders hold.
package enum EncodingFailure {
  package static func reason(_ error: any Error) -> String {
    guard case EncodingError.invalidValue(_, let context) = error else { return "its encoder threw \(type(of: error))" }
    return context.debugDescription + DecodingFailure.way(context.codingPath)
  }

  /// Why a body could not be produced.
  package static func reason(ofBody error: any Error) -> String {
    error is EncodingError ? reason(error) : "\(error)"
  }
}

extension DecodingError {
  /// The error with another context.
  func mapContext(_ change: (Context) -> Context) -> DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, change(context))
    case .valueNotFound(let type, let context): .valueNotFound(type, change(context))
    case .keyNotFound(let key, let context): .keyNotFound(key, change(context))
    case .dataCorrupted(let context): .dataCorrupted(change(context))
    @unknown default: self
    }
  }
}
