// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Truncated and missing responses.
  static let brokenResponseCases: [Case] = [
    broken(
      "a body that ends before its announced length is a failure",
      [.connectionClosed, .protocolViolation],
      half,
      phase: .receiving
    ),
    broken(
      "a chunked body that breaks off is a failure",
      [.connectionClosed, .protocolViolation],
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
      phase: .receiving
    ),
    broken(
      "a chunked body without its end is a failure",
      [.connectionClosed, .protocolViolation],
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
      phase: .receiving
    ),
    broken(
      "a chunk whose size is no number is a failure",
      [.protocolViolation, .connectionClosed],
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n0\r\n\r\n",
      phase: .receiving
    ),
    broken("no answer at all is a failure", [.connectionClosed], "", phase: .sent),
    broken(
      "a head that breaks off is a failure",
      [.connectionClosed, .protocolViolation],
      "HTTP/1.1 200 OK\r\nContent-Le"
    ),
    broken("garbage in place of a status line is a failure", [.protocolViolation], "nonsense\r\n\r\nmore of it\r\n"),
    broken("binary garbage in place of a status line is a failure", [.protocolViolation], "\u{0}\u{1}\u{16}\u{3}\r\n"),
    broken(
      "two lengths that differ are a failure",
      [.protocolViolation],
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nhello"
    ),
    broken(
      "a length that is no number is a failure",
      [.protocolViolation],
      "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello"
    ),
    Case("a reset before the answer is a failure", "The server may have acted, and the caller must know.") { bench in
      let server = try await bench.serve([.readRequest, .reset])
      try await bench.failure(.connectionClosed, mayHaveExecuted: true) { try await bench.send(.post, to: server) }
    },
    Case("a reset within the body is a failure", "Half an answer is none.") { bench in
      let server = try await bench.serve([.readRequest, .send(half), .reset])
      try await bench.failure(.connectionClosed, mayHaveExecuted: true) { try await bench.send(to: server) }
    },
  ]

  private static func broken(
    _ name: String,
    _ codes: [ResourceError.Code],
    _ answer: String,
    phase: Attempt.Phase? = nil
  ) -> Case {
    Case(name, "Half an answer is none (RFC 9112 §8), and the caller must know that the server may have acted.") {
      bench in
      let failure: TransportFailure
      do {
        let response = try await bench.answer(answer)
        throw ConformanceFailure("it answered \(response.status) with \(response.body.bytes.count) bytes")
      } catch let thrown as TransportFailure {
        failure = thrown
      }
      try bench.expect(codes.contains(failure.code), "it failed with \(failure)")
      try bench.expect(failure.mayHaveExecuted, is: true, "mayHaveExecuted")
      if let phase { try bench.expect(failure.phase, is: phase, "the phase") }
    }
  }
}
