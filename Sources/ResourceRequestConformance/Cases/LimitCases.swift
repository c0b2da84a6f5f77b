// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  private static func limits(body: Int? = nil, head: Int? = nil) -> ExchangeOptions {
    ExchangeOptions(
      timeouts: ConformanceBench.patient,
      limits: ResponseLimits(bodyBytes: body, headBytes: head).merging(.standard)
    )
  }

  /// The limits of responses.
  static let limitCases: [Case] = [
    Case("a head beyond the limit ends the exchange", "ExchangeOptions.headLimit") { bench in
      let field = "X-Field: " + String(repeating: "x", count: 87) + "\r\n"
      let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n" + String(repeating: field, count: 50) + "\r\n"
      try await bench.failure(.headTooLarge) {
        try await bench.answer(answer, options: limits(head: 4096))
      }
      let response = try await bench.answer(answer, options: limits(head: 8192))
      try bench.expect(response.headers.values(for: "X-Field").count, is: 50, "fields within the limit")
    },
    Case("a head that does not end is cut at the limit", "ExchangeOptions.headLimit") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\n"), .send(String(repeating: "X-Field: x\r\n", count: 20_000)),
        .awaitClose,
      ])
      try await bench.failure(.headTooLarge) { try await bench.send(to: server, options: limits(head: 64 << 10)) }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("a field line that does not end is cut", "ExchangeOptions.headLimit") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nX-Field: "), .send(String(repeating: "x", count: 1 << 20)),
        .awaitClose,
      ])
      try await bench.failure(.headTooLarge) { try await bench.send(to: server, options: limits(head: 64 << 10)) }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("an announced body beyond the limit ends the exchange", "ExchangeOptions.bodyLimit") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 101\r\n\r\n"), .awaitClose,
      ])
      try await bench.failure(.bodyTooLarge) { try await bench.send(to: server, options: limits(body: 100)) }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("a body of unknown length is cut at the limit", "ExchangeOptions.bodyLimit") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .send("40\r\n" + String(repeating: "x", count: 64) + "\r\n"),
        .send("40\r\n" + String(repeating: "x", count: 64) + "\r\n"), .awaitClose,
      ])
      try await bench.failure(.bodyTooLarge) { try await bench.send(to: server, options: limits(body: 100)) }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("a body at the limit is taken in", "ExchangeOptions.bodyLimit") { bench in
      let body = String(repeating: "x", count: 100)
      let announced = try await bench.answer(
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n" + body,
        options: limits(body: 100)
      )
      try bench.expect(announced.body, is: body)
      let unknown = try await bench.answer("HTTP/1.1 200 OK\r\n\r\n" + body, options: limits(body: 100))
      try bench.expect(unknown.body, is: body)
    },
    Case("the length a HEAD announces is no body", "RFC 9110 §8.6.") { bench in
      let server = try await bench.serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"))
      let response = try await bench.send(.head, to: server, options: limits(body: 100))
      try bench.expect(response.status, is: 200, "the status")
    },
    Case("a body is measured after it is decompressed", "A kilobyte must not become a gigabyte unseen.") { bench in
      guard bench.decodes("gzip") else { return }
      try await bench.failure(.bodyTooLarge) {
        try await bench.encoded("gzip", ConformanceBench.gzippedZeros, options: limits(body: 99_999))
      }
      let response = try await bench.encoded("gzip", ConformanceBench.gzippedZeros, options: limits(body: 100_000))
      try bench.expect(response.body.bytes.count, is: 100_000, "bytes at the limit")
    },
  ]
}
