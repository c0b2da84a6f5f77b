// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Responds immediately, so that only the layers above it are measured.
struct InstantTransport: Transport {
  let capabilities = TransportCapabilities(connectsToEndpoints: true)
  private let answer: TransportResponse

  init(_ body: Data = Data("ok\n".utf8), headers: Headers = ["Content-Type": "application/json"]) {
    answer = TransportResponse(status: 200, headers: headers, body: IncomingBody(body))
  }

  func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse { answer }
}
