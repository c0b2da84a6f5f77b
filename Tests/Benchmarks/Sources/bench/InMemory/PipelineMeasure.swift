// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Measures what the client adds to a transport: the difference between the two runs.
enum PipelineMeasure {
  static func run(_ arguments: Arguments) async throws -> Report {
    let iterations = try arguments.number("iterations", or: 200_000)
    let transport = InstantTransport()
    let client = ResourceClient(transport: transport)
    let request = ResourceRequest("http://127.0.0.1:8080/small")
    if arguments.text("with") == "transport" {
      let resolved = try client.resolve(request)
      return try await Repetition.measure(iterations) {
        let context = CallContext(deadline: .now.advanced(by: .seconds(60)))
        _ = try await transport.send(resolved, context: context)
      }
    }
    return try await Repetition.measure(iterations) {
      _ = try await client.send(request)
    }
  }
}
