// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import ResourceRequestSockets

/// The full client: routing, redirects, detailed errors.
struct OurClient: Contender {
  private let client: ResourceClient
  private let request: ResourceRequest

  init(_ workload: Workload, over transport: any Transport = SocketTransport()) throws {
    var options = ClientOptions()
    options.maxConnections = workload.connections
    client = ResourceClient(transport: transport, options: options)
    var request = ResourceRequest(workload.url, method: workload.body == nil ? .get : .post)
    if let body = workload.body { request.body = .data(body, type: workload.contentType) }
    if !workload.http2 { request.httpVersion = .http1_1 }
    request.limits = ResponseLimits(bodyBytes: 1 << 30)
    self.request = request
  }

  func exchange() async throws -> Int {
    let response = try await client.send(request)
    guard response.status == 200 else { throw UnexpectedStatus(code: response.status.code) }
    return response.data.count
  }
}
