// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Types from JSON and into it, ours beside Foundation's coders.
enum CodingMeasure {
  static func run(_ arguments: Arguments) throws -> Report {
    switch arguments.text("document") ?? "flat" {
    case "flat": try decode([CodingDocument.Flat].self, CodingDocument.flat(), arguments)
    case "shuffled": try decode([CodingDocument.Flat].self, CodingDocument.shuffled(), arguments)
    case "nested":
      try decode([CodingDocument.Nested].self, CodingDocument.encoded(CodingDocument.nestedValues()), arguments)
    case "doubles": try decode([Double].self, CodingDocument.encoded(CodingDocument.doublesValues()), arguments)
    case "tenth": try decode([CodingDocument.Tenth].self, CodingDocument.tenth(), arguments)
    case "dictionary":
      try decode([String: Int].self, CodingDocument.encoded(CodingDocument.dictionaryValues()), arguments)
    case "small": try decode(CodingDocument.Flat.self, CodingDocument.small(), arguments)
    case "encode-flat": try encode(CodingDocument.flatValues(), arguments)
    case "encode-nested": try encode(CodingDocument.nestedValues(), arguments)
    case "encode-doubles": try encode(CodingDocument.doublesValues(), arguments)
    case "encode-dictionary": try encode(CodingDocument.dictionaryValues(), arguments)
    case let name: throw Arguments.Fault("there is no document \"\(name)\"")
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type,
    _ text: Data,
    _ arguments: Arguments
  ) throws -> Report {
    let (ours, foundation) = (ResourceJSONDecoder(), JSONDecoder())
    return try measure(arguments, text.count) {
      _ = try ours.decode(type, from: text)
    } foundation: {
      _ = try foundation.decode(type, from: text)
    }
  }

  private static func encode(_ value: some Encodable, _ arguments: Arguments) throws -> Report {
    let (ours, foundation) = (ResourceJSONEncoder(), JSONEncoder())
    return try measure(arguments, try ours.encode(value).count) {
      _ = try ours.encode(value)
    } foundation: {
      _ = try foundation.encode(value)
    }
  }

  /// An iteration is a document of at least 200,000 bytes, or several smaller ones.
  private static func measure(
    _ arguments: Arguments,
    _ size: Int,
    ours: () throws -> Void,
    foundation: () throws -> Void
  ) throws -> Report {
    let iterations = try arguments.number("iterations", or: 20) * max(1, 200_000 / max(1, size))
    return try Repetition.measure(iterations) {
      if arguments.text("with") == "foundation" { try foundation() } else { try ours() }
    }
  }
}
