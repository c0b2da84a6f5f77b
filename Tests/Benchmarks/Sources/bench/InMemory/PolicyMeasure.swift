// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Measures what policies add to a call that succeeds immediately: the difference from a service without them.
enum PolicyMeasure {
  /// Measures `resilience: standard` with three endpoints, or neither with `--with none`.
  static func standard(_ arguments: Arguments) async throws -> Report {
    let isPlain = arguments.text("with") == "none"
    return try await run(arguments, isPlain ? "" : #", "resilience": "standard", \#(endpoints(3))"#)
  }

  /// Measures the choice among `--endpoints` endpoints by the balancing policy `--with`.
  static func choice(_ arguments: Arguments) async throws -> Report {
    let count = try arguments.number("endpoints", or: 100)
    let balance = arguments.text("with") ?? "leastRequest"
    return try await run(arguments, #", "balance": "\#(balance)", \#(endpoints(count))"#)
  }

  private static func endpoints(_ count: Int) -> String {
    let urls = (0..<count).map { #"{"url": "http://10.0.\#($0 / 250).\#($0 % 250 + 1):8080"}"# }
    return #""endpoints": [\#(urls.joined(separator: ", "))]"#
  }

  private static func run(_ arguments: Arguments, _ keys: String) async throws -> Report {
    let configuration = try ResourceConfiguration(
      json: #"{"service": "resorts", "baseUrl": "http://127.0.0.1:8080/"\#(keys)}"#
    )
    let client = ResourceClient(configuration: configuration, transport: InstantTransport())
    let request = ResourceRequest("cities/Berlin", service: "resorts")
    return try await Repetition.measure(try arguments.number("iterations", or: 200_000)) {
      _ = try await client.send(request)
    }
  }
}
