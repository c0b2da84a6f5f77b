// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

  /// Kept connections and metrics.
  static let connectionCases: [Case] = [
    Case("a connection is used again, and the metrics say so", "RFC 9112 §9.3: connections persist.") { bench in
      let server = try await bench.serve(.answering(ok))
      defer { server.stop() }
      let first = try await bench.send(to: server)
      let second = try await bench.send(to: server)
      try bench.expect(server.records.map(\.requests.count), is: [2], "requests by connection")
      try bench.expect(first.metrics.reusedConnection, is: false, "reusedConnection of the first")
      try bench.expect(second.metrics.reusedConnection, is: true, "reusedConnection of the second")
    },
    Case("a connection the server closes is not used again", "RFC 9112 §9.6.") { bench in
      let server = try await bench.serve(
        ConformanceScript([.readRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")])
      )
      defer { server.stop() }
      for _ in 0..<3 {
        let response = try await bench.send(.post, to: server, body: [1])
        try bench.expect(response.metrics.reusedConnection, is: false, "reusedConnection")
      }
      try bench.expect(server.records.map(\.requests.count), is: [1, 1, 1], "requests by connection")
    },
    dyingConnection("a POST is sent once when its reused connection dies", .post, [1, 2, 3]),
    dyingConnection("a GET is sent once when its reused connection dies", .get, nil),
    Case("a thousand requests at once get each its own answer", "Nothing is mixed up under load.") { bench in
      let server = try await bench.serve(.echo)
      defer { server.stop() }
      let options = ExchangeOptions(timeouts: ConformanceBench.patient, maxConnections: 32)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<1000 {
          group.addTask {
            // The last one waits for nearly all others, which a busy machine serves slowly.
            let response = try await bench.send(
              bench.request(.get, "/\(number)", to: server, options: options),
              within: .seconds(120)
            )
            let start = "GET /\(number) HTTP/1.1\r\n"
            try bench.expect(response.body.bytes.starts(with: start.utf8), "request \(number) has another's answer")
          }
        }
        try await group.waitForAll()
      }
      try bench.expect(server.records.reduce(0) { $0 + $1.requests.count }, is: 1000, "requests received")
    },
    Case(
      "no more exchanges are under way than the limit, or it is refused as unsupported",
      "ExchangeOptions.maxConnections"
    ) { bench in
      let script = ConformanceScript([.readRequest, .pause(.milliseconds(20)), .send(ok), .startOver])
      let server = try await bench.serve(script)
      defer { server.stop() }
      let options = ExchangeOptions(timeouts: ConformanceBench.patient, maxConnections: 2)
      do {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<20 { group.addTask { _ = try await bench.send(to: server, options: options) } }
          try await group.waitForAll()
        }
        try bench.expect(server.records.flatMap(\.requests).count, is: 20, "requests received")
        try bench.expect(server.records.count <= 2, "\(server.records.count) connections")
      } catch let failure as TransportFailure where failure.code == .unsupported {
        try bench.expect(server.records.isEmpty, "it was refused, and sent all the same")
      }
    },
    Case("the metrics tell time and bytes", "ExchangeMetrics") { bench in
      let server = try await bench.serve(.answering(ok))
      defer { server.stop() }
      let metrics = try await bench.send(.post, to: server, body: [1, 2, 3]).metrics
      try bench.expect(metrics.total > .zero, "the exchange took no time")
      try bench.expect(metrics.firstByte.map { $0 <= metrics.total } ?? true, "the first byte came after the last")
      try bench.expect(metrics.bytesSent > 3, "\(metrics.bytesSent) bytes sent")
      try bench.expect(metrics.bytesReceived, is: ok.utf8.count, "bytes received")
      try bench.expect(metrics.httpVersion, is: .http1_1, "the version")
      try bench.expect(metrics.peerAddress, is: "127.0.0.1", "the address")
    },
  ]

  private static func dyingConnection(_ name: String, _ method: RequestMethod, _ body: [UInt8]?) -> Case {
    Case(name, "Sending again is a middleware's decision; it needs to know that it may (RFC 9110 §9.2.2).") { bench in
      let server = try await bench.serve(ConformanceScript([.readRequest, .send(ok), .readRequest]), .answering(ok))
      defer { server.stop() }
      _ = try await bench.send(to: server)
      let failure = try await bench.failure(.connectionClosed) { try await bench.send(method, to: server, body: body) }
      try bench.expect(failure.mayHaveExecuted, is: true, "mayHaveExecuted")
      try bench.expect(failure.onReusedConnection, is: true, "onReusedConnection")
      try bench.expect(server.records.flatMap(\.requests).count, is: 2, "requests received")
    }
  }
}
