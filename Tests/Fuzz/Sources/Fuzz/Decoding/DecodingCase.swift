// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

@testable import ResourceRequestCore

/// Decodes a text as one type, by our decoder and by Foundation's, and compares the results.
struct DecodingCase: Sendable {
  let name: String
  /// Describes an unexpected difference; nil if there is none.
  let difference: @Sendable (Data) -> String?

  /// Creates a case; unless the members are decoded `inOrder`, any two errors are equal, since Foundation decodes the
  /// members of a dictionary in any order and throws the first error it meets.
  init<Value: Decodable & Equatable & SendableMetatype>(_ type: Value.Type, inOrder: Bool = true) {
    name = "\(type)"
    difference = { text in Self.difference(type, text, inOrder) }
  }

  private static func difference<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: Data,
    _ inOrder: Bool
  ) -> String? {
    let ours = Result { try ResourceJSONDecoder().decode(type, from: text) }
    // We are stricter: invalid JSON is refused, even in parts that are not decoded.
    guard let plain = PlainText(text) else {
      if case .failure(DecodingError.dataCorrupted(let context)) = ours, context.codingPath.isEmpty { return nil }
      // UTF-16 and UTF-32 are left to Foundation's decoder.
      return text.count > 1 && (text[0] == 0 || text[1] == 0 || text[0] >= 0xFE) ? nil : "took what is no JSON: \(ours)"
    }
    if plain.hasEquivalentKeys || plain.hasRoundedIntegers || plain.hasZeroWithExponent { return nil }
    let theirs = Result { try JSONDecoder().decode(type, from: plain.bytes) }
    switch (ours, theirs) {
    case (.success(let one), .success(let other)):
      return one == other ? nil : "\(one) is not \(other)"
    case (.failure(let one), .failure(let other)):
      // Our errors for numbers out of range have a coding path, Foundation's do not.
      let (one, other) = (describe(one), describe(other))
      let isSame = one == other || !inOrder || one.hasPrefix("data") && other.hasPrefix("data")
      return isSame ? nil : "\(one) is not \(other)"
    case (.success(let one), .failure(let error)):
      return "\(one) is not \(error)"
    case (.failure(let error), .success(let other)):
      return "\(error) is not \(other)"
    }
  }

  /// The kind of an error and its coding path.
  private static func describe(_ error: any Error) -> String {
    func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map(\.stringValue).joined(separator: "/")
    }
    return switch error {
    case DecodingError.typeMismatch(_, let context): "mismatch at \(path(context))"
    case DecodingError.valueNotFound(_, let context): "nothing at \(path(context))"
    case DecodingError.keyNotFound(let key, let context): "no key \(key.stringValue) at \(path(context))"
    case DecodingError.dataCorrupted(let context): "data at \(path(context))"
    default: "\(error)"
    }
  }
}
