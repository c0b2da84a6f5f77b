// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Measures decoding and encoding types as JSON, with the SDK's coders and with Foundation's.
enum CodingMeasure {
  /// The number of allocations allowed: one for each text too long to be stored in the `String` itself, each array, and
  /// the box that the standard library makes for each keyed container, and four more.
  private struct Allowance {
    var texts = 0
    var arrays = 0
    var objects = 0
    var all: Int { texts + arrays + objects + 4 }

    mutating func add(_ text: String) {
      if text.utf8.count > 15 { texts += 1 }
    }
  }

  static func run(_ arguments: Arguments) throws -> Report {
    switch arguments.text("document") ?? "flat" {
    case "flat": try decode([CodingDocument.Flat].self, CodingDocument.flat(), arguments, allowing: flat)
    case "shuffled": try decode([CodingDocument.Flat].self, CodingDocument.shuffled(), arguments, allowing: flat)
    case "nested":
      try decode(
        [CodingDocument.Nested].self,
        CodingDocument.encoded(CodingDocument.nestedValues()),
        arguments,
        allowing: nested
      )
    case "doubles":
      try decode([Double].self, CodingDocument.encoded(CodingDocument.doublesValues()), arguments) { _, allowance in
        allowance.arrays += 1
      }
    case "tenth":
      try decode([CodingDocument.Tenth].self, CodingDocument.tenth(), arguments) { values, allowance in
        allowance.arrays += 1
        for value in values {
          allowance.objects += 1
          allowance.add(value.member17)
        }
      }
    case "dictionary":
      try decode([String: Int].self, CodingDocument.encoded(CodingDocument.dictionaryValues()), arguments) {
        // The dictionary's own storage counts as an array.
        $1.arrays += 1
        $1.objects += 1
        for name in $0.keys { $1.add(name) }
      }
    case "small":
      try decode(CodingDocument.Flat.self, CodingDocument.small(), arguments) { value, allowance in
        flat([value], &allowance)
        allowance.arrays -= 1
      }
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
    _ arguments: Arguments,
    allowing count: (Value, inout Allowance) -> Void
  ) throws -> Report {
    let (ours, foundation) = (ResourceJSONDecoder(), JSONDecoder())
    var report = try measure(arguments, text.count) {
      _ = try ours.decode(type, from: text)
    } foundation: {
      _ = try foundation.decode(type, from: text)
    }
    if let allocations = report["allocations"] as? Double {
      var allowance = Allowance()
      count(try ours.decode(type, from: text), &allowance)
      report["allocationsBeyond"] = allocations - Double(allowance.all)
    }
    return report
  }

  private static func flat(_ values: [CodingDocument.Flat], _ allowance: inout Allowance) {
    allowance.arrays += 1
    for value in values {
      allowance.objects += 1
      allowance.add(value.name)
      allowance.add(value.note)
    }
  }

  private static func nested(_ values: [CodingDocument.Nested], _ allowance: inout Allowance) {
    allowance.arrays += 1
    for value in values {
      // The object, its place, the place's point, and the points in `next`.
      allowance.objects += 3 + value.next.count
      allowance.arrays += 2
      for text in value.tags + [value.place.city] { allowance.add(text) }
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

  /// Measures iterations over a document; small documents are repeated to about 200,000 bytes per iteration.
  private static func measure(
    _ arguments: Arguments,
    _ size: Int,
    ours: () throws -> Void,
    foundation: () throws -> Void
  ) throws -> Report {
    let iterations = try arguments.number("iterations", or: 20) * max(1, 200_000 / max(1, size))
    let code = arguments.text("with") == "foundation" ? foundation : ours
    var report = try Repetition.measure(iterations, code)
    if let takePeakBytes = ProcessState.takePeakBytes {
      _ = takePeakBytes()
      try code()
      report["heldKiB"] = Double(takePeakBytes()) / 1024
    }
    return report
  }
}
