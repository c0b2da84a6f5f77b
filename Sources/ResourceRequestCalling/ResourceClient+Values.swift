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
    let queue = queue ?? callbackQueue
    handle.start(countedBy: inFlight) { [self] in
      let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await value(type, for: request, by: decoder))
      } catch {
        outcome = .failure(error)
      }
      handle.end(with: outcome, on: queue, completion)
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

// The requests of every day, by their methods. Each is `value(_:for:by:)` with a request of its parameters.
extension ResourceClient {
  /// Gets a value.
  ///
  /// ```swift
  /// let cities = try await client.get("cities", as: [City].self, service: "geo", query: ["country": "DE"])
  /// ```
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - type: the type to decode.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``: ``ResourceError``, with the code `unsuccessfulStatus` if the status is not 2xx; or
  ///   `CancellationError`.
  public func get<Value: Decodable>(
    _ target: RequestTarget,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> Value {
    let request = ResourceRequest(
      target,
      service: service,
      pathParameters: pathParameters,
      query: query,
      headers: headers
    )
    return try await value(type, for: request)
  }

  /// Posts a value as JSON, and decodes the answer.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - type: the type to decode.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``.
  public func post<Value: Decodable>(
    _ target: RequestTarget,
    _ body: some Encodable & Sendable,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> Value {
    var request = ResourceRequest(target, method: .post, service: service, pathParameters: pathParameters, query: query)
    (request.headers, request.body) = (headers, .json(body))
    return try await value(type, for: request)
  }

  /// Puts a value as JSON; what is answered, if anything, is in the response.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields, such as `If-Match`.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @discardableResult
  public func put(
    _ target: RequestTarget,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> ResourceResponse {
    var request = ResourceRequest(target, method: .put, service: service, pathParameters: pathParameters, query: query)
    (request.headers, request.body) = (headers, .json(body))
    return try await send(request).successful()
  }

  /// Deletes a resource.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields, such as `If-Match`.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @discardableResult
  public func delete(
    _ target: RequestTarget,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> ResourceResponse {
    var request = ResourceRequest(
      target,
      method: .delete,
      service: service,
      pathParameters: pathParameters,
      query: query
    )
    request.headers = headers
    return try await send(request).successful()
  }
}

// The same with texts that are no literals.
extension ResourceClient {
  /// Gets a value from a target that is a text, as it is.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - type: the type to decode.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``.
  @_disfavoredOverload
  public func get<Value: Decodable>(
    _ target: String,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> Value {
    let target = RequestTarget(stringLiteral: target)
    return try await get(
      target,
      as: type,
      service: service,
      pathParameters: pathParameters,
      query: query,
      headers: headers
    )
  }

  /// Posts a value as JSON to a target that is a text, as it is, and decodes the answer.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - type: the type to decode.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``.
  @_disfavoredOverload
  public func post<Value: Decodable>(
    _ target: String,
    _ body: some Encodable & Sendable,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> Value {
    let target = RequestTarget(stringLiteral: target)
    return try await post(
      target,
      body,
      as: type,
      service: service,
      pathParameters: pathParameters,
      query: query,
      headers: headers
    )
  }

  /// Puts a value as JSON to a target that is a text, as it is.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @_disfavoredOverload
  @discardableResult
  public func put(
    _ target: String,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await put(target, body, service: service, pathParameters: pathParameters, query: query, headers: headers)
  }

  /// Deletes a resource whose target is a text, as it is.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @_disfavoredOverload
  @discardableResult
  public func delete(
    _ target: String,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers()
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await delete(target, service: service, pathParameters: pathParameters, query: query, headers: headers)
  }
}
