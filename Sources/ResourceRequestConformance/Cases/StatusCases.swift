// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Statuses that a transport must not act on.
  static let statusCases: [Case] = [
    Case("a redirect is returned, not followed", "Following is the client's, which routes every hop anew.") { bench in
      for status in [300, 301, 302, 303, 304, 305, 307, 308] {
        let body = status == 304 ? "" : "Content-Length: 2\r\n"
        let server = try await bench.serve(
          .answering("HTTP/1.1 \(status) Moved\r\nLocation: /next\r\n\(body)\r\n\(body.isEmpty ? "" : "ok")")
        )
        defer { server.stop() }
        let response = try await bench.send(to: server)
        try bench.expect(response.status.code, is: status, "the status")
        try bench.expect(response.headers["Location"], is: "/next", "Location")
        try bench.expect(server.records.flatMap(\.requests).count, is: 1, "requests received")
      }
    },
    Case("204 and 304 have no body, whatever they announce", "RFC 9112 §6.3.") { bench in
      for head in ["204 No Content\r\n", "304 Not Modified\r\nContent-Length: 100\r\nETag: \"a\"\r\n"] {
        let server = try await bench.serve(.answering("HTTP/1.1 \(head)\r\n"))
        defer { server.stop() }
        for _ in 0..<2 {
          let response = try await bench.send(to: server)
          try bench.expect(response.status.code, is: Int(head.prefix(3)) ?? 0, "the status")
          try bench.expect(response.body, is: "")
        }
      }
    },
    unauthorized("a 401 without a challenge is returned", nil),
    unauthorized("a 401 with a Basic challenge is returned", "Basic realm=\"a\""),
    unauthorized(
      "a 401 with a Digest challenge is returned",
      "Digest realm=\"a\", nonce=\"b\", qop=\"auth\", algorithm=MD5"
    ),
    unauthorized("a 401 with a challenge of an unknown scheme is returned", "Wizardry level=\"9\""),
    unauthorized("a 401 with a challenge that cannot be read is returned", "=,\"\\,,"),
    Case("a status nobody has registered is returned", "RFC 9110 §15: clients know only the class.") { bench in
      for status in [299, 418, 499, 599] {
        let response = try await bench.answer("HTTP/1.1 \(status) Odd\r\nContent-Length: 2\r\n\r\nok")
        try bench.expect(response.status.code, is: status, "the status")
        try bench.expect(response.body, is: "ok")
      }
    },
  ]

  private static func unauthorized(_ name: String, _ challenge: String?) -> Case {
    Case(name, "Challenges are answered by middleware; a transport has no credentials.") { bench in
      let field = challenge.map { "WWW-Authenticate: \($0)\r\n" } ?? ""
      let server = try await bench.serve(
        .answering("HTTP/1.1 401 Unauthorized\r\n\(field)Content-Length: 4\r\n\r\nwho?")
      )
      let response = try await bench.send(.post, to: server, body: [1, 2, 3])
      try bench.expect(response.status, is: 401, "the status")
      try bench.expect(response.headers["WWW-Authenticate"], is: challenge, "the challenge")
      try bench.expect(response.body, is: "who?")
      try bench.expect(server.records.flatMap(\.requests).count, is: 1, "requests received")
    }
  }
}
