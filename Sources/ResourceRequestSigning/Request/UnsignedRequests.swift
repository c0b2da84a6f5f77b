// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Refuses requests that cannot be signed as they are configured: in code, since a document would not have been read.
struct UnsignedRequests: Middleware {
  let reason: String

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    throw TransportFailure(code: .invalidCredentials, message: reason, phase: .queued)
  }
}

extension ResolvedRequest {
  /// Refuses a request that another has put credentials on, in the field of the signature.
  func refuseAuthorization(beside feature: String) throws(TransportFailure) {
    guard headers.contains("Authorization") else { return }
    throw TransportFailure(
      code: .invalidHeader,
      message: "\"\(feature)\" signs in the field Authorization, which the request has already; "
        + "leave out \"auth\" or the field",
      phase: .queued
    )
  }
}
