// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestTesting

/// Clients with scripted servers, for the cases that every kind of telemetry must report correctly.
enum Scene {
  static let origin = "http://orders.example"

  /// A response with the metrics of a connection.
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

  /// A client for the service `orders`, with additional configuration keys.
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

  /// Returns the responses in order, and repeats the last one.
  final class Script: Sendable {
    private let answers: Lock<[TransportResponse]>

    init(_ answers: TransportResponse...) {
      self.answers = Lock(answers)
    }

    func next() -> TransportResponse { answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
  }

  /// Retries 503 once, after at most a millisecond.
  static let retrying = #""retry": {"attempts": 2, "on": [503], "backoff": {"base": "1ms", "max": "1ms"}}"#
}
