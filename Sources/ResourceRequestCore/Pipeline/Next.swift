// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rest of a pipeline, as a middleware sees it.
public struct Next: Sendable {
  private let pipeline: Pipeline
  private let position: Int

  init(_ pipeline: Pipeline, position: Int) {
    self.pipeline = pipeline
    self.position = position
  }

  /// Passes a request on.
  ///
  /// - Throws: What the rest of the pipeline throws; ``TransportFailure`` with the code `invalidHeader` where a field was
  ///   added that must not go out, and with `addressRefused` where the request must not go.
  public func callAsFunction(_ request: ResolvedRequest, context: RequestContext) async throws -> TransportResponse {
    guard position < pipeline.middleware.count else {
      // The request's own fields were checked when it was routed. Those of services, credentials and middleware came on
      // since, and a line end in one of them would begin another request.
      if let reason = pipeline.refusal(of: request.headers) {
        throw TransportFailure(code: .invalidHeader, message: reason, phase: .queued)
      }
      // Here, where no middleware can lead elsewhere any more.
      if let refusal = request.addressRefusal { throw refusal }
      return try await pipeline.transport.send(request, context: context)
    }
    let next = Next(pipeline, position: position + 1)
    return try await pipeline.middleware[position].send(request, context: context, next: next)
  }
}
