// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Measures reading and writing JSON text, with the SDK and with Foundation's JSONSerialization.
enum JSONMeasure {
  static func read(_ arguments: Arguments) throws -> Report {
    let text = try SampleDocument.text()
    let iterations = try arguments.number("iterations", or: 30)
    if arguments.text("with") == "foundation" {
      return try Repetition.measure(iterations) { _ = try JSONSerialization.jsonObject(with: text) }
    }
    return try Repetition.measure(iterations) { _ = try JSON(parsing: text) }
  }

  static func write(_ arguments: Arguments) throws -> Report {
    let text = try SampleDocument.text()
    let iterations = try arguments.number("iterations", or: 30)
    if arguments.text("with") == "foundation" {
      let value = try JSONSerialization.jsonObject(with: text)
      return try Repetition.measure(iterations) { _ = try JSONSerialization.data(withJSONObject: value) }
    }
    let value = try JSON(parsing: text)
    return Repetition.measure(iterations) { _ = value.data() }
  }
}
