// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  private static func refusal(_ status: Int) -> String { "HTTP/1.1 \(status) No\r\nContent-Length: 2\r\n\r\nno" }

  /// `Expect: 100-continue`.
  static let expectationCases: [Case] = [
    Case("a server that says to continue gets the body, or asking is refused") { bench in
      // The wait is too long to end: only the server's 100 releases the body.
      try await bench.ask([.readHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .readBody, .send(ok)], wait: 3600) {
        response,
        server in
        try bench.expect(response.body, is: "ok")
        let request = server.records.first?.requests.last
        try bench.expect(request?.headers.values(for: "Expect"), is: ["100-continue"], "Expect")
        try bench.expect(request?.body, is: Array("hello".utf8), "the body")
      }
    },
    Case("a final status before the body is the answer, and the body is not sent, or asking is refused") { bench in
      for status in [413, 417] {
        try await bench.ask([.readHead, .send(refusal(status)), .readBody], wait: 3600) { response, server in
          try bench.expect(response.status.code, is: status, "the status")
          // The server waits for the body or the end of the connection, and only one of them may arrive.
          try await server.wait { $0.first.map { $0.isClosedByTransport || $0.stepsDone == 3 } ?? false }
          try bench.expect(server.records.first?.requests.last?.body, is: [], "the body")
          try bench.expect(server.records.count, is: 1, "connections")
        }
      }
    },
    Case("a final status before the body may say why, or asking is refused") { bench in
      try await bench.ask([.readHead, .send(refusal(413)), .readBody], wait: 3600) { response, _ in
        try bench.expect(response.body, is: "no")
      }
    },
    Case("a refusal to be asked may say why, or asking is refused") { bench in
      try await bench.ask([.readHead, .send(refusal(417)), .readBody], wait: 3600) { response, _ in
        try bench.expect(response.body, is: "no")
      }
    },
    Case("a server that never says anything gets the body after the wait, or asking is refused") { bench in
      try await bench.ask([.readHead, .readBody, .send(ok)], wait: 0.1) { response, server in
        try bench.expect(response.body, is: "ok")
        try bench.expect(server.records.first?.requests.last?.body, is: Array("hello".utf8), "the body")
      }
    },
  ]
}

extension TransportConformance.Case {
  /// A case for transports that support the expectation; others refuse.
  fileprivate init(_ name: String, _ body: @escaping @Sendable (ConformanceBench) async throws -> Void) {
    self.init(name, "RFC 9110 §10.1.1; a transport that cannot ask says so (`unsupported`) and sends nothing.", body)
  }
}

extension ConformanceBench {
  /// Sends a body with the expectation and checks the result.
  fileprivate func ask(
    _ steps: [ConformanceScript.Step],
    wait: Double,
    _ check: (TransportResponse, any ConformanceServer) async throws -> Void
  ) async throws {
    let server = try await serve(ConformanceScript(steps))
    defer { server.stop() }
    var options = ExchangeOptions(timeouts: ConformanceBench.patient)
    options.expectContinue = .seconds(wait)
    let request = try request(.post, to: server, body: Array("hello".utf8), options: options)
    guard let response = try await orRefused(by: server, { try await send(request) }) else { return }
    try await check(response, server)
  }
}
