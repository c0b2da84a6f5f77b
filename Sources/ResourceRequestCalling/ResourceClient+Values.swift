// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension ResourceClient {
  /// Sends a request and calls back once with its decoded response.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - request: the request.
  ///   - decoder: decodes the body; by default as the client's options say.
  ///   - queue: the queue to call back on; by default the client's.
  ///   - completion: receives the outcome: the value, a ``ResourceError`` like that of ``value(_:for:by:)``, or
  ///     `CancellationError`.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func value<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self,
    for request: ResourceRequest,
    by decoder: some ResponseDecoder = JSONResponseDecoder(),
    on queue: CallbackQueue? = nil,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) -> RequestHandle {
    let handle = RequestHandle()
    handle.run(countedBy: inFlight, on: queue ?? callbackQueue, completion) { [self] in
      try await value(type, for: request, by: decoder)
    }
    return handle
  }

  /// Sends a request and blocks the calling thread until its response is decoded.
  ///
  /// - Parameters:
  ///   - type: the type to decode.
  ///   - request: the request.
  ///   - decoder: decodes the body; by default as the client's options say.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``; ``ResourceError`` with the code `wouldBlock` on a thread that must not
  ///   block.
  @available(*, noasync, message: "await value(_:for:) instead; a blocked thread of Swift's pool stalls other tasks")
  public func valueAndWait<Value: Decodable>(
    _ type: Value.Type = Value.self,
    for request: ResourceRequest,
    by decoder: some ResponseDecoder = JSONResponseDecoder()
  ) throws -> Value {
    try sendAndWait(request).successful().decode(type, by: decoder)
  }
}
