// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// The framing of response bodies.
  static let responseBodyCases: [Case] = [
    Case("a body has the length that is announced", "RFC 9112 §6.3: what follows is not part of it.") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"), .send("llo"), .awaitClose,
      ])
      try bench.expect(try await bench.send(to: server).body, is: "hello")
    },
    Case("an announced length of 0 is an empty body", "RFC 9112 §6.3.") { bench in
      let server = try await bench.serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"))
      let response = try await bench.send(to: server)
      try bench.expect(response.status, is: 200, "the status")
      try bench.expect(response.body, is: "")
    },
    Case("a chunked body is put together", "RFC 9112 §7.1, with extensions and digits in both cases.") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
        .send("5\r\nhello\r\n00b;x=\"y\"\r\n, chunked w\r\n"), .send("A\r\norldorldor\r\n"), .send("0\r\n\r\n"),
        .awaitClose,
      ])
      try bench.expect(try await bench.send(to: server).body, is: "hello, chunked worldorldor")
    },
    Case("fields after a chunked body are trailers", "RFC 9110 §6.5: they are not merged into the head.") { bench in
      let response = try await bench.answer(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
          + "2\r\nok\r\n0\r\nX-Sum: 42\r\nX-Sum: 43\r\n\r\n"
      )
      try bench.expect(response.body, is: "ok")
      try bench.expect(response.trailers.values(for: "X-Sum"), is: ["42", "43"], "the trailers")
      try bench.expect(response.headers["X-Sum"], is: nil, "a trailer in the head")
    },
    Case("a body of unknown length ends with the connection", "RFC 9112 §6.3.") { bench in
      let body = String(repeating: "0123456789", count: 20_000)
      let response = try await bench.answer("HTTP/1.1 200 OK\r\n\r\n" + body)
      try bench.expect(response.body, is: body)
    },
    Case("a body has every byte", "No text is made of it on the way.") { bench in
      let body = body(words: 1 << 18)
      let response = try await bench.answer(
        Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
      )
      try bench.expect(response.body, is: body)
    },
  ]
}
