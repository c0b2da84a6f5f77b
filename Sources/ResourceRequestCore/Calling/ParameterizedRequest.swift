// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A typed request: a value that makes a request, with the type of its response.
///
/// ```swift
/// struct CitySearch: ParameterizedRequest {
///   typealias Answer = [City]
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
  /// What answers it.
  associatedtype Answer: Decodable & Sendable
  /// How the response is decoded; JSON unless another is named.
  associatedtype Decoder: ResponseDecoder = JSONResponseDecoder

  /// What to send.
  ///
  /// - Throws: what keeps the request from being made; it reaches the caller as it is.
  func makeRequest() throws -> ResourceRequest

  /// How the response is decoded.
  var decoder: Decoder { get }

  /// Looks at the response before it is decoded, whatever its status. Does nothing unless implemented.
  ///
  /// - Throws: what keeps the response from being taken for a response; it reaches the caller as it is.
  func afterResponse(_ response: ResourceResponse) throws
}

extension ParameterizedRequest {
  /// Does nothing.
  public func afterResponse(_ response: ResourceResponse) throws {}
}

extension ParameterizedRequest where Decoder == JSONResponseDecoder {
  /// JSON, with the client's options.
  public var decoder: JSONResponseDecoder { JSONResponseDecoder() }
}

extension ResourceClient {
  /// Sends a typed request and returns its decoded response.
  ///
  /// - Throws: ``ResourceError``, also where the status is not 2xx or the body is something else; `CancellationError`;
  ///   or what the value itself throws.
  public func value<Request: ParameterizedRequest>(for request: Request) async throws -> Request.Answer {
    let response = try await send(try request.makeRequest())
    try request.afterResponse(response)
    let service = response.request.service
    return try decode(try response.successful(), as: Request.Answer.self, by: request.decoder, for: service)
  }

  /// Sends a typed request and calls back once with its decoded response.
  ///
  /// - Parameters:
  ///   - request: the value.
  ///   - queue: where to call back; the client's own queue unless named.
  ///   - completion: takes the outcome.
  /// - Returns: a handle to cancel the call with.
  @discardableResult
  public func value<Request: ParameterizedRequest>(
    for request: Request,
    on queue: CallbackQueue? = nil,
    completion: @escaping @Sendable (Result<Request.Answer, any Error>) -> Void
  ) -> RequestHandle {
    let handle = RequestHandle()
    let queue = queue ?? callbackQueue
    handle.start(countedBy: inFlight) { [self] in
      let outcome: Result<Request.Answer, any Error>
      do {
        outcome = .success(try await value(for: request))
      } catch {
        outcome = .failure(error)
      }
      handle.end(with: outcome, on: queue, completion)
    }
    return handle
  }

  /// Sends a typed request and blocks the calling thread until its decoded response is there.
  ///
  /// - Throws: as ``value(for:)``; ``ResourceError`` with the code `wouldBlock` on a thread that must not block.
  @available(*, noasync, message: "await value(for:) instead; a blocked thread of Swift's pool stalls other tasks")
  public func valueAndWait<Request: ParameterizedRequest>(for request: Request) throws -> Request.Answer {
    let response = try sendAndWait(try request.makeRequest())
    try request.afterResponse(response)
    let service = response.request.service
    return try decode(try response.successful(), as: Request.Answer.self, by: request.decoder, for: service)
  }
}
