// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// A request as a task leaves it for the loop, and the continuation that its answer resumes, exactly once.
  struct Submission: Sendable {
    let request: ResolvedRequest
    let context: RequestContext
    let ticket: Ticket
    let continuation: UnsafeContinuation<TransportResponse, any Error>
    /// What was left until the deadline when it was handed over.
    let remaining: Duration?
  }
#endif
