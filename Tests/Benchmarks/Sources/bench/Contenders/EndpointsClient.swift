// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The full client with the standard policies, over several endpoints: `--ports` on 127.0.0.1, separated by commas.
struct EndpointsClient: Contender {
  private let client: ResourceClient
  private let request: ResourceRequest

  init(_ arguments: Arguments, _ workload: Workload) throws {
    let ports = (arguments.text("ports") ?? "").split(separator: ",")
    guard !ports.isEmpty else { throw Arguments.Fault("name --ports") }
    let endpoints = ports.map { #"{"url": "http://127.0.0.1:\#($0)"}"# }.joined(separator: ", ")
    let configuration = try ResourceConfiguration(
      json: """
        {"service": "measured", "baseUrl": "http://127.0.0.1:\(ports[0])/", "resilience": "standard",
         "endpoints": [\(endpoints)], "timeouts": {"total": "30s"}}
        """
    )
    client = ResourceClient(configuration: configuration)
    request = ResourceRequest("small", service: "measured")
  }

  func exchange() async throws -> Int {
    let response = try await client.send(request)
    guard response.status == 200 else { throw UnexpectedStatus(code: response.status.code) }
    return response.data.count
  }
}
