// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCurl
import ResourceRequestKit
import Testing

/// The transports that every test runs with.
enum TransportUnderTest: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// What clients have that are given none: the sockets, and libcurl for proxies.
  case standard
  case curl

  var testDescription: String { rawValue }

  /// One transport of each kind for all tests: what they share, above all connections, is part of what is tested.
  private static let curlTransport = CurlTransport()
  private static let standardTransport = DefaultTransport()

  var transport: any Transport {
    switch self {
    case .standard: Self.standardTransport
    case .curl: Self.curlTransport
    }
  }

  /// A transport that shares nothing with other tests, for tests that check which connection is used.
  func alone() -> any Transport {
    switch self {
    case .standard: DefaultTransport()
    case .curl: CurlTransport()
    }
  }

  /// A client with this transport.
  func client(_ services: BackendService...) -> ResourceClient {
    ResourceClient(configuration: ResourceConfiguration(services: services), transport: transport)
  }

  /// Sends a request as it is, without a client around the transport.
  func send(
    _ method: RequestMethod = .get,
    _ url: String,
    headers: Headers = [:],
    body: OutgoingBody? = nil,
    options: ExchangeOptions = ExchangeOptions(),
    over own: (any Transport)? = nil
  ) async throws -> TransportResponse {
    let request = ResolvedRequest(
      method: method,
      url: try ResourceURL(url),
      headers: headers,
      body: body,
      options: options
    )
    return try await (own ?? transport).send(request, context: CallContext())
  }
}
