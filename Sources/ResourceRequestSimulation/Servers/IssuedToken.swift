// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// The response of a token endpoint in a simulation (RFC 6749 §5.1).
struct IssuedToken: Sendable {
  let lifetime: Duration

  /// Adds to a response a token whose lifetime begins now.
  func fill(_ response: inout TransportResponse, at now: VirtualMoment) {
    let token: JSON = [
      "access_token": .string("simulated-\(now)"), "token_type": "Bearer",
      "expires_in": JSON(max(1, Int(lifetime.clamped.components.seconds))),
    ]
    response.headers["Content-Type"] = "application/json"
    response.body = IncomingBody(token.data())
  }
}
