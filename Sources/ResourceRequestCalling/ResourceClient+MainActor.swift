// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
public import ResourceRequestTransfer

extension ResourceClient {
  /// Sends a request and calls back once on the main actor, with the response, the error, or `CancellationError`.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - queue: the main queue.
  ///   - uploadProgress: receives how much of the body has been sent, on the main queue.
  ///   - completion: receives the outcome; it may use what is isolated to the main actor.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func send(
    _ request: ResourceRequest,
    on queue: MainCallbackQueue,
    uploadProgress: ProgressReporter? = nil,
    completion: @escaping @MainActor (Result<ResourceResponse, any Error>) -> Void
  ) -> RequestHandle {
    send(request, on: CallbackQueue.mainActor, uploadProgress: uploadProgress) { outcome in
      MainActor.assumeIsolated { completion(outcome) }
    }
  }

  /// Sends a request and calls back once on the main actor, with its decoded response.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - request: the request.
  ///   - decoder: decodes the body; by default as the client's options say.
  ///   - queue: the main queue.
  ///   - completion: receives the outcome: the value, a ``ResourceError`` like that of ``value(_:for:by:)``, or
  ///     `CancellationError`.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func value<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self,
    for request: ResourceRequest,
    by decoder: some ResponseDecoder = JSONResponseDecoder(),
    on queue: MainCallbackQueue,
    completion: @escaping @MainActor (Result<Value, any Error>) -> Void
  ) -> RequestHandle {
    value(type, for: request, by: decoder, on: CallbackQueue.mainActor) { outcome in
      MainActor.assumeIsolated { completion(outcome) }
    }
  }

  /// Sends a typed request and calls back once on the main actor, with its decoded response.
  ///
  /// - Parameters:
  ///   - request: the request value.
  ///   - queue: the main queue.
  ///   - completion: receives the outcome.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func value<Request: ParameterizedRequest>(
    for request: Request,
    on queue: MainCallbackQueue,
    completion: @escaping @MainActor (Result<Request.Value, any Error>) -> Void
  ) -> RequestHandle {
    value(for: request, on: CallbackQueue.mainActor) { outcome in MainActor.assumeIsolated { completion(outcome) } }
  }
}
