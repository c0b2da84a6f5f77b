// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// A typed request: a value that makes a request and names the type of its response.
///
/// ```swift
/// struct CitySearch: ParameterizedRequest {
///   typealias Value = [City]
///   var prefix: String
///   func makeRequest() -> ResourceRequest {
///     var request = ResourceRequest("cities", service: "resorts")
///     request.query.set("prefix", to: prefix)
///     return request
///   }
/// }
/// let cities = try await client.value(for: CitySearch(prefix: "Z"))
/// ```
public protocol ParameterizedRequest: Sendable {
  /// The type of the decoded response.
  associatedtype Value: Decodable & Sendable
  /// The type of the decoder; JSON by default.
  associatedtype Decoder: ResponseDecoder = JSONResponseDecoder

  /// Makes the request to send.
  ///
  /// - Throws: any error if the request cannot be made; the caller receives it unchanged.
  func makeRequest() throws -> ResourceRequest

  /// Decodes the response.
  var decoder: Decoder { get }

  /// Inspects the response before it is decoded, whatever its status. Does nothing by default.
  ///
  /// - Throws: any error if the response is not acceptable; the caller receives it unchanged.
  func afterResponse(_ response: ResourceResponse) throws
}

extension ParameterizedRequest {
  /// Does nothing.
  public func afterResponse(_ response: ResourceResponse) throws {}
}

extension ParameterizedRequest where Decoder == JSONResponseDecoder {
  /// JSON with the client's options.
  public var decoder: JSONResponseDecoder { JSONResponseDecoder() }
}

extension ResourceClient {
  /// Sends a typed request and returns its decoded response.
  ///
  /// - Throws: ``ResourceError``, also if the status is not 2xx or the body cannot be decoded; `CancellationError`;
  ///   or an error of the request value itself.
  public func value<Request: ParameterizedRequest>(for request: Request) async throws -> Request.Value {
    let response = try await send(try request.makeRequest())
    try request.afterResponse(response)
    return try response.successful().decode(Request.Value.self, by: request.decoder)
  }

  /// Sends a typed request and calls back once with its decoded response.
  ///
  /// - Parameters:
  ///   - request: the request value.
  ///   - queue: the queue to call back on; by default the client's.
  ///   - completion: receives the outcome.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func value<Request: ParameterizedRequest>(
    for request: Request,
    on queue: CallbackQueue? = nil,
    completion: @escaping @Sendable (Result<Request.Value, any Error>) -> Void
  ) -> RequestHandle {
    let handle = RequestHandle()
    handle.run(countedBy: inFlight, on: queue ?? callbackQueue, completion) { [self] in try await value(for: request) }
    return handle
  }

  /// Sends a typed request and blocks the calling thread until its response is decoded.
  ///
  /// - Throws: like ``value(for:)``; ``ResourceError`` with the code `wouldBlock` on a thread that must not block.
  @available(*, noasync, message: "await value(for:) instead; a blocked thread of Swift's pool stalls other tasks")
  public func valueAndWait<Request: ParameterizedRequest>(for request: Request) throws -> Request.Value {
    let response = try sendAndWait(try request.makeRequest())
    try request.afterResponse(response)
    return try response.successful().decode(Request.Value.self, by: request.decoder)
  }
}
