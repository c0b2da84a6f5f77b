// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

@testable import ResourceRequestCore

/// Decodes one text as one type by our decoder and by Foundation's, and compares what comes of it.
struct DecodingCase: Sendable {
  let name: String
  /// What differs, and should not; nil where nothing does.
  let difference: @Sendable (Data) -> String?

  /// A case whose members are decoded in the order of the text, or not: Foundation takes those of a dictionary in any order,
  /// and of several that do not fit, any is the first.
  init<Value: Decodable & Equatable>(_ type: Value.Type, inOrder: Bool = true) {
    name = "\(type)"
    difference = { text in Self.difference(type, text, inOrder) }
  }

  private static func difference<Value: Decodable & Equatable>(
    _ type: Value.Type,
    _ text: Data,
    _ inOrder: Bool
  ) -> String? {
    let ours = Result { try ResourceJSONDecoder().decode(type, from: text) }
    // Where we are stricter: what is no JSON is refused, whether anybody reads it or not.
    guard let plain = PlainText(text) else {
      if case .failure(DecodingError.dataCorrupted(let context)) = ours, context.codingPath.isEmpty { return nil }
      // UTF-16 and UTF-32 are Foundation's to read.
      return text.count > 1 && (text[0] == 0 || text[1] == 0 || text[0] >= 0xFE) ? nil : "took what is no JSON: \(ours)"
    }
    if plain.hasEquivalentKeys || plain.hasRoundedIntegers || plain.hasZeroWithExponent { return nil }
    let theirs = Result { try JSONDecoder().decode(type, from: plain.bytes) }
    switch (ours, theirs) {
    case (.success(let one), .success(let other)):
      return one == other ? nil : "\(one) is not \(other)"
    case (.failure(let one), .failure(let other)):
      // Numbers that do not fit have a path here, and none there.
      let (one, other) = (describe(one), describe(other))
      let isSame = one == other || !inOrder || one.hasPrefix("data") && other.hasPrefix("data")
      return isSame ? nil : "\(one) is not \(other)"
    case (.success(let one), .failure(let error)):
      return "\(one) is not \(error)"
    case (.failure(let error), .success(let other)):
      return "\(error) is not \(other)"
    }
  }

  /// The class of an error: which case, which type, which path.
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
