// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Measures routing among many services, each requested in turn.
enum RouterMeasure {
  static func run(_ arguments: Arguments) throws -> Report {
    let count = max(1, try arguments.number("services", or: 1000))
    let services = (0..<count).map { number in
      #"{"service": "service-\#(number)", "baseUrl": "http://host-\#(number).example/base/"}"#
    }
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [\#(services.joined(separator: ","))]}"#
    )
    let client = ResourceClient(configuration: configuration, transport: InstantTransport())
    let requests = (0..<count).map { ResourceRequest("cities/Berlin", service: "service-\($0)") }
    var next = 0
    return try Repetition.measure(try arguments.number("iterations", or: 100_000)) {
      _ = try client.resolve(requests[next])
      next = next + 1 == count ? 0 : next + 1
    }
  }
}
