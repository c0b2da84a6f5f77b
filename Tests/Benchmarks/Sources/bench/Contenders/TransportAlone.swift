// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import ResourceRequestSockets

/// The transport without the client above it: one request, resolved once.
struct TransportAlone: Contender {
  private let transport = SocketTransport()
  private let request: ResolvedRequest

  init(_ workload: Workload) throws {
    var asked = ResourceRequest(workload.url, method: workload.body == nil ? .get : .post)
    if let body = workload.body { asked.body = .data(body, type: workload.contentType) }
    if !workload.http2 { asked.httpVersion = .http1_1 }
    asked.limits = ResponseLimits(bodyBytes: 1 << 30)
    request = try ResourceClient(transport: transport).resolve(asked)
  }

  func exchange() async throws -> Int {
    let context = CallContext(deadline: .now.advanced(by: .seconds(60)))
    let response = try await transport.send(request, context: context)
    guard response.status == 200 else { throw UnexpectedStatus(code: response.status.code) }
    return response.body.bytes.count
  }
}
