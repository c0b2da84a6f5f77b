// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// The heads of responses.
  static let responseHeadCases: [Case] = [
    Case("fields come in order, repeated ones apart", "RFC 9110 §5.3: Set-Cookie, for one, cannot be joined.") {
      bench in
      let response = try await bench.answer(
        "HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nX-A: 1\r\nX-B: x\r\nSet-Cookie: b=2, c\r\nx-a: 2\r\nX-A: 1\r\n"
          + "Content-Length: 0\r\n\r\n"
      )
      try bench.expect(response.headers.values(for: "Set-Cookie"), is: ["a=1", "b=2, c"], "the values of Set-Cookie")
      try bench.expect(response.headers.values(for: "X-A"), is: ["1", "2", "1"], "the values of X-A")
      let own = response.headers.map { $0.name.lowercased() }.filter { $0 != "content-length" }
      try bench.expect(own, is: ["set-cookie", "x-a", "x-b", "set-cookie", "x-a", "x-a"], "the names")
    },
    Case("odd names and empty values of fields are kept", "RFC 9110 §5.1: a name is any token.") { bench in
      let response = try await bench.answer(
        "HTTP/1.1 200 OK\r\nx!#$%&'*+-.^_`|~1: odd\r\nX-Empty:\r\nX-Tight:a\r\nX-Wide: \t a b \t\r\n"
          + "Content-Length: 0\r\n\r\n"
      )
      try bench.expect(response.headers.values(for: "x!#$%&'*+-.^_`|~1"), is: ["odd"], "the odd name")
      try bench.expect(response.headers.values(for: "X-Empty"), is: [""], "X-Empty")
      try bench.expect(response.headers.values(for: "X-Tight"), is: ["a"], "X-Tight")
      try bench.expect(response.headers.values(for: "X-Wide"), is: ["a b"], "X-Wide")
    },
    Case("a folded field is one value, or refused", "RFC 9112 §5.2: no recipient may read it otherwise.") { bench in
      let response: TransportResponse
      do {
        response = try await bench.answer(
          "HTTP/1.1 200 OK\r\nX-Fold: one\r\n two\r\n\tthree\r\nX-After: here\r\nContent-Length: 0\r\n\r\n"
        )
      } catch let failure as TransportFailure {
        return try bench.expect(failure.code, is: .protocolViolation, "the failure")
      }
      let words = response.headers["X-Fold"].map { $0.split(separator: " ").map(String.init) }
      try bench.expect(words, is: ["one", "two", "three"], "the words of the folded field")
      try bench.expect(response.headers["X-After"], is: "here", "X-After")
    },
    Case("a value that is no UTF-8 is read as ISO-8859-1", "RFC 9110 §5.5: nothing of it is lost.") { bench in
      let response = try await bench.answer(
        Array("HTTP/1.1 200 OK\r\nX-Latin: caf".utf8) + [0xE9] + Array("\r\nContent-Length: 2\r\n\r\nok".utf8)
      )
      try bench.expect(response.headers["X-Latin"], is: "caf\u{E9}", "X-Latin")
      try bench.expect(response.body, is: "ok")
    },
    Case("a location that is no UTF-8 keeps its bytes", "RFC 3986 §2.1: it is a URI, where they are encoded.") {
      bench in
      let response = try await bench.answer(
        Array("HTTP/1.1 302 Found\r\nLOCATION: /caf".utf8) + [0xE9] + Array("?q=1\r\nContent-Length: 0\r\n\r\n".utf8)
      )
      try bench.expect(response.headers["Location"], is: "/caf%E9?q=1", "Location")
    },
    Case("a value in UTF-8 is read as such", "RFC 9110 §5.5: it is what servers send beyond ASCII.") { bench in
      let response = try await bench.answer("HTTP/1.1 200 OK\r\nX-City: Zürich\r\nContent-Length: 0\r\n\r\n")
      try bench.expect(response.headers["X-City"], is: "Zürich", "X-City")
    },
    Case("a status line without a reason is a status line", "RFC 9112 §4: the reason is optional.") { bench in
      for line in ["HTTP/1.1 200 \r\n", "HTTP/1.1 200\r\n"] {
        let response = try await bench.answer(line + "Content-Length: 2\r\n\r\nok")
        try bench.expect(response.status, is: 200, "the status")
        try bench.expect(response.body, is: "ok")
      }
    },
    Case("an answer in HTTP/1.0 is an answer", "RFC 9112 §2.3.") { bench in
      let response = try await bench.answer("HTTP/1.0 200 OK\r\n\r\nold")
      try bench.expect(response.body, is: "old")
    },
    Case("interim answers are skipped", "RFC 9110 §15.2: a client must be able to take them unasked.") { bench in
      let response = try await bench.answer(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
          + ok
      )
      try bench.expect(response.status, is: 200, "the status")
      try bench.expect(response.headers["Link"], is: nil, "a field of an interim answer")
      try bench.expect(response.body, is: "ok")
    },
    Case("an interim answer to a body is skipped", "RFC 9110 §15.2.1: servers send 100 without being asked.") { bench in
      let server = try await bench.serve([.readHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .send(ok), .awaitClose])
      let response = try await bench.send(.post, to: server, body: [1, 2, 3])
      try bench.expect(response.status, is: 200, "the status")
    },
  ]
}
