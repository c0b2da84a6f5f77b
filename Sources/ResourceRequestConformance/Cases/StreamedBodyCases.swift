// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  /// The error of a body's producer.
  private struct MadeToFail: Error, Hashable {}

  /// Request bodies that are produced while they are sent.
  static let streamedBodyCases: [Case] = [
    Case("a body made while it is sent arrives whole, with the length it was said to have, or is refused") { bench in
      let pieces = (0..<5).map { Data(repeating: $0, count: 100_000) }
      guard let request = try await bench.received(OutgoingBody(pieces, length: 500_000)) else { return }
      try bench.expect(request.headers.values(for: "Content-Length"), is: ["500000"], "Content-Length")
      try bench.expect(request.headers.values(for: "Transfer-Encoding"), is: [], "Transfer-Encoding")
      try bench.expect(request.body == pieces.flatMap { $0 }, "the body is not as it was made")
    },
    Case("a body whose length is not known arrives whole, in chunks, or is refused") { bench in
      // An empty piece must not end the body as an empty chunk would.
      let pieces = [Data("one".utf8), Data(), Data(repeating: 7, count: 300_000), Data("three".utf8)]
      guard let request = try await bench.received(OutgoingBody(pieces, length: nil)) else { return }
      try bench.expect(request.headers.values(for: "Transfer-Encoding"), is: ["chunked"], "Transfer-Encoding")
      try bench.expect(request.headers.values(for: "Content-Length"), is: [], "Content-Length")
      try bench.expect(request.body == pieces.flatMap { $0 }, "the body is not as it was made")
    },
    Case("a body made while it is sent may be empty, or is refused") { bench in
      guard let request = try await bench.received(OutgoingBody([], length: nil)) else { return }
      try bench.expect(request.body, is: [], "the body")
    },
    Case("fields follow a body, however it is made, or it is refused") { bench in
      let trailers = RequestTrailers(["X-Sum"]) { ["X-Sum": "42"] }
      for body in [OutgoingBody([Data("ab".utf8), Data("c".utf8)], length: nil), OutgoingBody(Data("abc".utf8))] {
        guard let request = try await bench.received(body, trailers) else { return }
        try bench.expect(request.body, is: Array("abc".utf8), "the body")
        try bench.expect(request.bytes.suffix(16).elementsEqual("0\r\nX-Sum: 42\r\n\r\n".utf8), "no trailer")
      }
    },
    Case("a body shorter or longer than it was said to be is a failure, and nobody takes it for whole") { bench in
      for count in [3, 7] {
        try await bench.expectNoRequest(with: OutgoingBody([Data(repeating: 7, count: count)], length: 5))
      }
    },
    Case("a body that cannot be made is a failure with the reason, and nobody takes it for whole") { bench in
      for length in [nil, 1_000_000] {
        let body = OutgoingBody(length: length, isReplayable: false) {
          AsyncThrowingStream { continuation in
            continuation.yield(Data("begun".utf8))
            continuation.finish(throwing: MadeToFail())
          }
        }
        guard let failure = try await bench.expectNoRequest(with: body) else { continue }
        try bench.expect(failure.cause is MadeToFail, "the cause is \(String(describing: failure.cause))")
      }
    },
  ]
}

extension TransportConformance.Case {
  /// A case for bodies that a transport may refuse as unsupported.
  fileprivate init(_ name: String, _ body: @escaping @Sendable (ConformanceBench) async throws -> Void) {
    self.init(name, "RFC 9112 §6; a transport that sends no streams says so (`unsupported`) and sends nothing.", body)
  }
}

extension OutgoingBody {
  /// A body made of these pieces.
  fileprivate init(_ pieces: [Data], length: Int?) {
    self.init(length: length, isReplayable: true) {
      AsyncThrowingStream { continuation in
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
      }
    }
  }
}

extension ConformanceBench {
  /// The request that a server received with this body; `nil` if the transport refuses to send it.
  fileprivate func received(
    _ body: OutgoingBody,
    _ trailers: RequestTrailers? = nil
  ) async throws -> ConformanceRequest? {
    let server = try await serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))
    defer { server.stop() }
    var request = try request(.put, to: server)
    (request.body, request.trailers) = (body, trailers)
    let sent = request
    guard let response = try await orRefused(by: server, { try await send(sent) }) else { return nil }
    try expect(response.body, is: "ok")
    return try onlyRequest(to: server)
  }

  /// Expects that a request with this body fails as invalid and that no server receives a complete one.
  ///
  /// - Returns: the failure; `nil` if the transport refuses to send such a body.
  @discardableResult
  fileprivate func expectNoRequest(with body: OutgoingBody) async throws -> TransportFailure? {
    let server = try await serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
    defer { server.stop() }
    var request = try request(.put, to: server)
    request.body = body
    let sent = request
    let failure = try await failure(.invalidBody, .unsupported) { try await send(sent) }
    if failure.code == .unsupported {
      try expectNoConnection(to: server)
      return nil
    }
    try await server.wait { $0.first?.isClosedByTransport == true }
    try expect(server.records.flatMap(\.requests), is: [], "whole requests")
    return failure
  }
}
