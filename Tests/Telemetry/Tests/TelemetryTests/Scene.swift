// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting

/// Clients whose servers are scripts, for the cases that every kind of telemetry must tell right.
enum Scene {
  static let origin = "http://orders.example"

  /// An answer as it comes over a connection.
  static func answer(
    _ status: Status,
    _ headers: Headers = Headers(),
    peer: String = "192.0.2.1",
    version: ExchangeMetrics.HTTPVersion = .http1_1
  ) -> TransportResponse {
    var response = TransportResponse.status(status, headers: headers)
    response.metrics.peerAddress = peer
    response.metrics.peerPort = 8080
    response.metrics.httpVersion = version
    response.metrics.queued = .milliseconds(3)
    return response
  }

  /// A client for the service `orders`, with more keys of the document.
  static func client(
    _ keys: String = "",
    options: ClientOptions,
    responder: @escaping StubTransport.Responder
  ) throws -> ResourceClient {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices": [{"service": "orders", "baseUrl": "\#(origin)"\#(keys.isEmpty ? "" : ", " + keys)}]}"#
    )
    return ResourceClient(configuration: configuration, transport: StubTransport(responder), options: options)
  }

  static func order(_ number: String = "17") -> ResourceRequest {
    var request = ResourceRequest("/orders/{id}?api_key=hunter2", service: "orders")
    request.pathParameters = ["id": number]
    return request
  }

  /// The first answer, then the others.
  final class Script: Sendable {
    private let answers: Lock<[TransportResponse]>

    init(_ answers: TransportResponse...) {
      self.answers = Lock(answers)
    }

    func next() -> TransportResponse { answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
  }

  /// Retries 503 without waiting.
  static let retrying = #""retry": {"attempts": 2, "on": [503], "backoff": {"base": "1ms", "max": "1ms"}}"#
}
