// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
public import ResourceRequestTransfer

extension ResourceClient {
  /// Sends a request and calls back once, with the response, the error, or `CancellationError`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - queue: the queue to call back on; by default the client's.
  ///   - uploadProgress: receives how much of the body has been sent, on the queue.
  ///   - completion: receives the outcome.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func send(
    _ request: ResourceRequest,
    on queue: CallbackQueue? = nil,
    uploadProgress: ProgressReporter? = nil,
    completion: @escaping @Sendable (Result<ResourceResponse, any Error>) -> Void
  ) -> RequestHandle {
    let handle = RequestHandle()
    let queue = queue ?? callbackQueue
    let progress = uploadProgress.map { $0.reporting(to: queue, for: handle) }
    handle.run(countedBy: inFlight, on: queue, completion) { [self] in
      try await send(request, reportingUploadTo: progress)
    }
    return handle
  }
}
