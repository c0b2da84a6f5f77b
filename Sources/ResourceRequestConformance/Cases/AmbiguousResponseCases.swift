// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Responses that one reader takes for one message and another for two: refused, or read in the one safe way.
  static let ambiguousResponseCases: [Case] =
    refusedHeads + refusedChunks + [
      Case("a length said twice alike is one length", "RFC 9110 §8.6: proxies join repeated fields.") { bench in
        for length in ["Content-Length: 2\r\nContent-Length: 2\r\n", "Content-Length: 2, 2\r\n"] {
          let server = try await bench.serve([.readRequest, .send("HTTP/1.1 200 OK\r\n\(length)\r\nok"), .awaitClose])
          defer { server.stop() }
          try bench.expect(try await bench.send(to: server).body, is: "ok")
        }
      },
      Case("lines that end with a line feed alone are lines", "RFC 9112 §2.2: a recipient may take them so.") { bench in
        let response = try await bench.answer("HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 2\n\nok")
        try bench.expect(response.headers["X-A"], is: "1", "X-A")
        try bench.expect(response.headers.count, is: 2, "the number of fields")
        try bench.expect(response.body, is: "ok")
      },
      Case("extensions of chunks are no part of the body", "RFC 9112 §7.1.1.") { bench in
        let response = try await bench.answer(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "2;a=\"0\\\"; x\";b\r\nok\r\n0;last=\"1\"\r\n\r\n"
        )
        try bench.expect(response.body, is: "ok")
      },
      Case("a thousand interim answers are skipped, and no flood of them", "ExchangeOptions.headLimit") { bench in
        let interim = "HTTP/1.1 103 Early Hints\r\n\r\n"
        let response = try await bench.answer(String(repeating: interim, count: 1000) + ok)
        try bench.expect(response.body, is: "ok")
        let server = try await bench.serve([
          .readRequest, .send(String(repeating: interim, count: 20_000)), .awaitClose,
        ])
        try await bench.failure(.headTooLarge) { try await bench.send(to: server) }
      },
      unasked("bytes after an answer are no answer to the next request", "200 OK\r\nContent-Length: 2\r\n\r\nok"),
      unasked("bytes after an answer without a body are no answer to the next request", "204 No Content\r\n\r\n"),
      unasked(
        "bytes that come while nothing is asked are no answer to the next request",
        "200 OK\r\nContent-Length: 2\r\n\r\nok",
        isLate: true
      ),
    ]

  private static let refusedHeads: [Case] = [
    refused("a length beside chunks is a failure", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    refused("chunks beside a length are a failure", "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"),
    refused("two lengths in one field that differ are a failure", "Content-Length: 2, 5\r\n\r\nhello"),
    refused("a length with a sign is a failure", "Content-Length: +5\r\n\r\nhello"),
    refused("a length followed by something is a failure", "Content-Length: 5x\r\n\r\nhello"),
    refused("a length beyond all counting is a failure", "Content-Length: 99999999999999999999\r\n\r\nhello"),
    refused("a length without digits is a failure", "Content-Length:\r\n\r\nhello"),
    refused("a length in a folded line is a failure", "Content-Length:\r\n 5\r\n\r\nhello"),
    refused("a transfer coding in a folded line is a failure", "Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"),
    refused("a transfer coding nobody knows is a failure", "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"),
    refused("a transfer coding after chunked is a failure", "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n"),
    refused("chunked twice is a failure", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    refused("a transfer coding not asked for is a failure", "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
    refused(
      "chunks in HTTP/1.0 are a failure",
      "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      statusLine: "HTTP/1.0 200 OK\r\n"
    ),
    refused("a space before the colon of a field is a failure", "Content-Length : 5\r\n\r\nhello"),
    refused("a field's name with a space in it is a failure", "X A: 1\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a field without a name is a failure", ": nameless\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a line of the head without a colon is a failure", "X-Alone\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a head that begins with a folded line is a failure", " X-Fold: 1\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a NUL in a field's value is a failure", "X-A: a\0b\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a NUL in a field's name is a failure", "X\0A: b\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a bare carriage return in a value is a failure", "X-A: a\rX-B: b\r\nContent-Length: 5\r\n\r\nhello"),
    refused("a second status line in a head is a failure", "HTTP/1.1 500 X: y\r\nContent-Length: 5\r\n\r\nhello"),
  ]

  private static let refusedChunks: [Case] = [
    chunks("a chunk larger than all counting is a failure", "ffffffffffffffff1\r\nhello\r\n0\r\n\r\n"),
    chunks("a chunk whose size overflows is a failure", "ffffffffffffffff\r\nhello\r\n0\r\n\r\n"),
    chunks("a chunk with a negative size is a failure", "-5\r\nhello\r\n0\r\n\r\n"),
    chunks("a chunk without a size is a failure", ";a=b\r\nhello\r\n0\r\n\r\n"),
    chunks("a chunk longer than it says is a failure", "2\r\nhello\r\n0\r\n\r\n"),
  ]

  private static func refused(_ name: String, _ rest: String, statusLine: String = "HTTP/1.1 200 OK\r\n") -> Case {
    Case(name, "Who reads it otherwise takes a part of it for another answer (RFC 9112 §5, §6.3, §11.1).") { bench in
      try await bench.failure(.protocolViolation) { try await bench.answer(statusLine + rest) }
    }
  }

  private static func chunks(_ name: String, _ body: String) -> Case {
    Case(name, "A size that is read in two ways makes two answers of one (RFC 9112 §7.1).") { bench in
      try await bench.failure(.protocolViolation) {
        try await bench.answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
      }
    }
  }

  /// A response followed by an unrequested one.
  private static func unasked(_ name: String, _ answer: String, isLate: Bool = false) -> Case {
    Case(name, "RFC 9112 §9.2: what comes without a request is no answer to the next one.") { bench in
      let answer = "HTTP/1.1 " + answer
      let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nforged"
      let own = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown"
      let both: [ConformanceScript.Step] =
        isLate ? [.send(answer), .pause(.milliseconds(20)), .send(forged)] : [.send(answer + forged)]
      let server = try await bench.serve(
        ConformanceScript([.readRequest] + both + [.readRequest, .send(own)]),
        .answering(own)
      )
      let first = try await bench.send(to: server)
      try bench.expect(answer.contains(" \(first.status.code) "), is: true, "the first answer is the server's")
      try await server.wait { $0.first.map { $0.stepsDone > both.count } ?? false }
      try bench.expect(try await bench.send(to: server).body, is: "own")
    }
  }
}
