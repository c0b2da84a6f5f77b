// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Says a decoding error in one short phrase that quotes nothing of the body.
enum DecodingFailure {
  static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "the key \"\(key.stringValue)\" is missing\(place(context))"
    case DecodingError.typeMismatch(let type, let context):
      "it has another type than \(type)\(place(context))"
    case DecodingError.valueNotFound(let type, let context):
      "it has no \(type)\(place(context))"
    case DecodingError.dataCorrupted(let context):
      "\(context.debugDescription)\(place(context))"
    default:
      "\(error)"
    }
  }

  private static func place(_ context: DecodingError.Context) -> String {
    guard !context.codingPath.isEmpty else { return "" }
    return " at " + context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
  }
}
