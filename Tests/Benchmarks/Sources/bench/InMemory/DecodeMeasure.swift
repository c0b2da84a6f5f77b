// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Measures decoding a Decodable through the client, beside JSONDecoder alone.
enum DecodeMeasure {
  static func run(_ arguments: Arguments) async throws -> Report {
    let text = try SampleDocument.text()
    let iterations = try arguments.number("iterations", or: 20)
    if arguments.text("with") == "foundation" {
      return try Repetition.measure(iterations) { _ = try JSONDecoder().decode(SampleDocument.self, from: text) }
    }
    let client = ResourceClient(transport: InstantTransport(text))
    let request = ResourceRequest("http://127.0.0.1:8080/document")
    return try await Repetition.measure(iterations) { _ = try await client.value(SampleDocument.self, for: request) }
  }
}
