// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Serves the client's status and passes other requests on.
///
/// `/status` is JSON, for `resource status` and `resource top`; `/metrics` is in Prometheus's text format.
struct StatusHandler: HTTPHandler {
  let client: ResourceClient
  let next: any HTTPHandler

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    switch request.target.path() {
    case "/status" where request.method == .GET:
      let body = try JSONEncoder().encode(client.status)
      return HTTPResponse(statusCode: .ok, headers: [.contentType: "application/json"], body: body)
    case "/metrics" where request.method == .GET:
      let type = "text/plain; version=0.0.4; charset=utf-8"
      return HTTPResponse(statusCode: .ok, headers: [.contentType: type], body: Data(client.status.prometheusText.utf8))
    default:
      return try await next.handleRequest(request)
    }
  }
}
