// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// A response with a body.
  static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// Kept connections and metrics.
  static let connectionCases: [Case] = [
    Case("a connection is used again, and the metrics say so", "RFC 9112 §9.3: connections persist.") { bench in
      let server = try await bench.serve(.answering(ok))
      let first = try await bench.send(to: server)
      let second = try await bench.send(to: server)
      try bench.expect(server.records.map(\.requests.count), is: [2], "requests by connection")
      try bench.expect(first.metrics.reusedConnection, is: false, "reusedConnection of the first")
      try bench.expect(second.metrics.reusedConnection, is: true, "reusedConnection of the second")
    },
    Case("a connection the server closes is not used again", "RFC 9112 §9.6.") { bench in
      let server = try await bench.serve([
        .readRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
      ])
      for _ in 0..<3 {
        let response = try await bench.send(.post, to: server, body: [1])
        try bench.expect(response.metrics.reusedConnection, is: false, "reusedConnection")
      }
      try bench.expect(server.records.map(\.requests.count), is: [1, 1, 1], "requests by connection")
    },
    dyingConnection("a POST is sent once when its reused connection dies", .post, [1, 2, 3]),
    dyingConnection("a GET is sent once when its reused connection dies", .get, nil),
    dyingConnection(
      "a reused connection that dies after an interim response is no stale one",
      .put,
      [1],
      after: "HTTP/1.1 103 Early Hints\r\n\r\n"
    ),
    dyingConnection(
      "a reused connection that dies within a head is no stale one",
      .get,
      nil,
      after: "HTTP/1.1 200 OK\r\n"
    ),
    Case("what follows a response belongs to the next", "RFC 9112 §9.3: no byte of a body or trailer is left behind.") {
      bench in
      let chunked = "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"
      let firsts = [
        "HTTP/1.1 200 OK\r\n\(chunked)\r\n", "HTTP/1.1 200 OK\r\n\(chunked)X-Sum: 1\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
      ]
      for first in firsts {
        let server = try await bench.serve([.readRequest, .send(first), .readRequest, .send(ok)])
        defer { server.stop() }
        try bench.expect(try await bench.send(to: server).body, is: "abc")
        let second = try await bench.send(to: server)
        try bench.expect(second.body, is: "ok")
        try bench.expect(second.trailers.isEmpty, "the second response has trailers of the first")
        try bench.expect(server.records.map(\.requests.count), is: [2], "requests by connection")
      }
    },
    Case("cookies and responses are kept by nobody", "A transport sends what it was given, each time.") { bench in
      let server = try await bench.serve(
        .answering(
          "HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Path=/\r\nCache-Control: max-age=3600\r\nETag: \"e\"\r\n"
            + "Content-Length: 2\r\n\r\nok"
        )
      )
      for _ in 0..<2 { try bench.expect(try await bench.send(to: server).body, is: "ok") }
      let requests = server.records.flatMap(\.requests)
      try bench.expect(requests.count, is: 2, "requests received")
      for name in ["Cookie", "If-None-Match", "If-Modified-Since"] {
        try bench.expect(requests.last?.headers[name], is: nil, "\(name) of the second")
      }
    },
    Case("a thousand requests at once get each its own answer", "Nothing is mixed up under load.") { bench in
      let server = try await bench.serve(.echo)
      let options = ExchangeOptions(timeouts: ConformanceBench.patient, maxConnections: 32)
      let answers = try await withThrowingTaskGroup(of: (String, IncomingBody).self) { group in
        for number in 0..<1000 {
          group.addTask {
            let target = "/\(number)"
            let body = number.isMultiple(of: 2) ? nil : Array(String(repeating: "\(number) ", count: number).utf8)
            let request = try bench.request(
              body == nil ? .get : .post,
              target,
              to: server,
              body: body,
              options: options
            )
            // The last one waits for nearly all others, which a busy machine serves slowly.
            return (target, try await bench.send(request, within: .seconds(120)).body)
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let requests = server.records.flatMap(\.requests)
      try bench.expect(requests.count, is: 1000, "requests received")
      let received = Dictionary(requests.map { ($0.target, $0) }) { first, _ in first }
      for (target, answer) in answers {
        guard let request = received[target] else { throw ConformanceFailure("\(target) was not received") }
        try bench.expect(answer, is: request.bytes)
        let number = target.dropFirst()
        let sent = request.method == "GET" ? "" : String(repeating: "\(number) ", count: Int(number) ?? 0)
        try bench.expect(request.body.elementsEqual(sent.utf8), "\(target) has the body of another request")
      }
    },
    Case(
      "no more exchanges are under way than the limit, or it is refused as unsupported",
      "ExchangeOptions.maxConnections"
    ) { bench in
      let script = ConformanceScript([.readRequest, .pause(.milliseconds(20)), .send(ok), .startOver])
      let server = try await bench.serve(script)
      let options = ExchangeOptions(timeouts: ConformanceBench.patient, maxConnections: 2)
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<20 { group.addTask { _ = try await bench.send(to: server, options: options) } }
          try await group.waitForAll()
        }
        try bench.expect(server.records.flatMap(\.requests).count, is: 20, "requests received")
        try bench.expect(server.records.count <= 2, "\(server.records.count) connections")
      } catch let failure as TransportFailure where failure.code == .unsupported {
        try bench.expectNoConnection(to: server)
      }
    },
    Case("the metrics tell time and bytes", "ExchangeMetrics") { bench in
      let server = try await bench.serve(.answering(ok))
      let metrics = try await bench.send(.post, to: server, body: [1, 2, 3]).metrics
      try bench.expect(metrics.total > .zero, "the exchange took no time")
      try bench.expect(metrics.firstByte.map { $0 <= metrics.total } ?? true, "the first byte came after the last")
      try bench.expect(metrics.bytesSent > 3, "\(metrics.bytesSent) bytes sent")
      try bench.expect(metrics.bytesReceived, is: ok.utf8.count, "bytes received")
      try bench.expect(metrics.httpVersion, is: .http1_1, "the version")
      try bench.expect(metrics.peerAddress, is: "127.0.0.1", "the address")
    },
  ]

  /// What is heard comes of the response before the connection dies.
  private static func dyingConnection(
    _ name: String,
    _ method: RequestMethod,
    _ body: [UInt8]?,
    after heard: String = ""
  ) -> Case {
    Case(name, "Sending again is a middleware's decision; it needs to know that it may (RFC 9110 §9.2.2).") { bench in
      let dying = ConformanceScript([.readRequest, .send(ok), .readRequest] + (heard.isEmpty ? [] : [.send(heard)]))
      let server = try await bench.serve(dying, .answering(ok))
      _ = try await bench.send(to: server)
      let failure = try await bench.failure(.connectionClosed, mayHaveExecuted: true) {
        try await bench.send(method, to: server, body: body)
      }
      try bench.expect(failure.onReusedConnection, is: heard.isEmpty, "onReusedConnection")
      try bench.expect(server.records.flatMap(\.requests).count, is: 2, "requests received")
    }
  }
}
