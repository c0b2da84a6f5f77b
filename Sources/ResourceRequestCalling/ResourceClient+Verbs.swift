// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

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
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``: ``ResourceError``, with the code `unsuccessfulStatus` if the status is not 2xx; or
  ///   `CancellationError`.
  public func get<Value: Decodable>(
    _ target: RequestTarget,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> Value {
    try await value(type, for: request(.get, target, nil, service, pathParameters, query, headers, timeout))
  }

  /// Gets a response without decoding its body.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  public func get(
    _ target: RequestTarget,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    try await send(request(.get, target, nil, service, pathParameters, query, headers, timeout)).successful()
  }

  /// Posts a value as JSON, and decodes the answer.
  ///
  /// A `Data` would become a base64 text in JSON: send bytes, text and forms with `send` and `body:`.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - type: the type to decode.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the decoded value.
  /// - Throws: like ``value(_:for:by:)``.
  public func post<Value: Decodable>(
    _ target: RequestTarget,
    _ body: some Encodable & Sendable,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> Value {
    try await value(type, for: request(.post, target, .json(body), service, pathParameters, query, headers, timeout))
  }

  /// Posts a value as JSON and returns the response, which may have a `Location`.
  ///
  /// A `Data` would become a base64 text in JSON: send bytes, text and forms with `send` and `body:`.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @discardableResult
  public func post(
    _ target: RequestTarget,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    try await send(request(.post, target, .json(body), service, pathParameters, query, headers, timeout)).successful()
  }

  /// Puts a value as JSON and returns the response.
  ///
  /// A `Data` would become a base64 text in JSON: send bytes, text and forms with `send` and `body:`.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - body: the value to send.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields, such as `If-Match`.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @discardableResult
  public func put(
    _ target: RequestTarget,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    try await send(request(.put, target, .json(body), service, pathParameters, query, headers, timeout)).successful()
  }

  /// Deletes a resource.
  ///
  /// - Parameters:
  ///   - target: a path below the service's base URL or the gateway, or an absolute URL.
  ///   - service: the backend service; `nil` for the gateway, and for an absolute URL.
  ///   - pathParameters: the values of the target's variables.
  ///   - query: the items of the query.
  ///   - headers: header fields, such as `If-Match`.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  /// - Returns: the response.
  /// - Throws: like ``value(_:for:by:)``.
  @discardableResult
  public func delete(
    _ target: RequestTarget,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    try await send(request(.delete, target, nil, service, pathParameters, query, headers, timeout)).successful()
  }

  private func request(
    _ method: RequestMethod,
    _ target: RequestTarget,
    _ body: ResourceRequest.Body?,
    _ service: String?,
    _ pathParameters: PathParameters,
    _ query: QueryParameters,
    _ headers: Headers,
    _ timeout: Duration?
  ) -> ResourceRequest {
    var request = ResourceRequest(
      target,
      method: method,
      service: service,
      pathParameters: pathParameters,
      query: query
    )
    (request.headers, request.body, request.timeouts.total) = (headers, body, timeout.map(Timeout.after))
    return request
  }
}

// The same with texts that are no literals, used as they are.
extension ResourceClient {
  /// Gets a value, like the function for a literal.
  @_disfavoredOverload
  public func get<Value: Decodable>(
    _ target: String,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> Value {
    let target = RequestTarget(stringLiteral: target)
    return try await value(type, for: request(.get, target, nil, service, pathParameters, query, headers, timeout))
  }

  /// Gets a response, like the function for a literal.
  @_disfavoredOverload
  public func get(
    _ target: String,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await send(request(.get, target, nil, service, pathParameters, query, headers, timeout)).successful()
  }

  /// Posts a value as JSON and decodes the answer, like the function for a literal.
  @_disfavoredOverload
  public func post<Value: Decodable>(
    _ target: String,
    _ body: some Encodable & Sendable,
    as type: Value.Type = Value.self,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> Value {
    let target = RequestTarget(stringLiteral: target)
    return try await value(
      type,
      for: request(.post, target, .json(body), service, pathParameters, query, headers, timeout)
    )
  }

  /// Posts a value as JSON, like the function for a literal.
  @_disfavoredOverload
  @discardableResult
  public func post(
    _ target: String,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await send(request(.post, target, .json(body), service, pathParameters, query, headers, timeout))
      .successful()
  }

  /// Puts a value as JSON, like the function for a literal.
  @_disfavoredOverload
  @discardableResult
  public func put(
    _ target: String,
    _ body: some Encodable & Sendable,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await send(request(.put, target, .json(body), service, pathParameters, query, headers, timeout))
      .successful()
  }

  /// Deletes a resource, like the function for a literal.
  @_disfavoredOverload
  @discardableResult
  public func delete(
    _ target: String,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    timeout: Duration? = nil
  ) async throws -> ResourceResponse {
    let target = RequestTarget(stringLiteral: target)
    return try await send(request(.delete, target, nil, service, pathParameters, query, headers, timeout)).successful()
  }
}
