// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Connections to endpoints, for transports that support them.
  static let endpointCases: [Case] = [
    endpointCase("a request arrives at its endpoint, with the Host of its URL", "ResolvedRequest.endpoint") { bench in
      let server = try await bench.serve(.echo)
      let response = try await bench.send("http://api.invalid:8080/x?y", at: server.authority)
      try bench.expect(response.status, is: 200, "the status")
      let requests = server.records.flatMap(\.requests)
      try bench.expect(requests.map(\.target), is: ["/x?y"], "what arrived")
      try bench.expect(requests[0].headers["Host"], is: "api.invalid:8080", "Host")
    },
    endpointCase(
      "requests to several endpoints arrive each at its own, and so do those without one",
      "A connection to one endpoint is never used for another."
    ) { bench in
      let servers = [try await bench.serve(.echo), try await bench.serve(.echo), try await bench.serve(.echo)]
      // The URL is that of the last.
      let url = "http://\(servers[2].authority)"
      for number in 0..<30 {
        let turn = number % 3
        _ = try await bench.send("\(url)/\(turn)", at: turn == 2 ? nil : servers[turn].authority)
      }
      for (turn, server) in servers.enumerated() {
        let targets = server.records.flatMap(\.requests).map(\.target)
        try bench.expect(targets, is: Array(repeating: "/\(turn)", count: 10), "what arrived at server \(turn)")
      }
    },
    endpointCase("an endpoint that refuses is a failed connection that names it", "It may safely be tried again.") {
      bench in
      let server = try await bench.start(.refuses)
      let failure = try await bench.failure(.connectFailed, phase: .connecting, mayHaveExecuted: false) {
        try await bench.send("http://api.invalid/", at: server.authority)
      }
      try bench.expect(failure.message.contains(bytes: server.authority), "the message names no endpoint: \(failure)")
    },
    endpointCase("an endpoint that must not be reached gets no connection", "ConnectionOptions.addresses") { bench in
      let server = try await bench.serve(.echo)
      try await bench.failure(.addressRefused, mayHaveExecuted: false) {
        try await bench.send("http://api.invalid/", at: server.authority, addresses: .publicOnly)
      }
      server.stop()
      try bench.expect(server.records.count, is: 0, "connections")
    },
  ]

  private static func endpointCase(
    _ name: String,
    _ requirement: String,
    _ body: @escaping @Sendable (ConformanceBench) async throws -> Void
  ) -> Case {
    Case(name, requirement) { bench in
      if bench.transport.capabilities.connectsToEndpoints { try await body(bench) }
    }
  }
}

extension ConformanceBench {
  /// Sends a request to an endpoint, or where its URL leads.
  fileprivate func send(
    _ url: String,
    at endpoint: String?,
    addresses: AddressPolicy? = nil
  ) async throws -> TransportResponse {
    var request = ResolvedRequest(url: try ResourceURL(url), options: ExchangeOptions(timeouts: Self.patient))
    request.options.connection.addresses = addresses
    request.endpoint = try endpoint.map { try Endpoint($0, name: "conformance") }
    return try await send(request)
  }
}
