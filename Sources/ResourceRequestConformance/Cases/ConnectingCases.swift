// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension TransportConformance {
  /// Successful and failed connections.
  static let connectingCases: [Case] = [
    Case("a refused connection is a failure that was not executed", "It may safely be tried again.") { bench in
      let server = try await bench.start(.refuses)
      try await bench.failure(.connectFailed, phase: .connecting, mayHaveExecuted: false) {
        try await bench.send(.post, to: server)
      }
    },
    Case("a name without an address is a failure that was not executed", "RFC 6761 §6.4: .invalid has none.") { bench in
      let request = ResolvedRequest(url: try ResourceURL("http://no-such-host.invalid/"))
      try await bench.failure(.nameNotResolved, mayHaveExecuted: false) { try await bench.send(request) }
    },
    Case("a connection that does not come about ends at the connect timeout", "ExchangeOptions.connectTimeout") {
      bench in
      let server = try await bench.start(.ignores)
      let options = ExchangeOptions(timeouts: Timeouts(connect: .milliseconds(300), read: .seconds(2)))
      try await bench.failure(.connectTimeout, phase: .connecting, mayHaveExecuted: false) {
        try await bench.send(to: server, options: options)
      }
    },
    Case("an IPv6 address is connected to", "RFC 9110 §4.2.1: hosts are IP literals too.") { bench in
      let server = try await bench.start(.serves([.echo]), on: .ipv6)
      let response = try await bench.send(to: server)
      try bench.expect(response.status, is: 200, "the status")
      let request = server.records.flatMap(\.requests).first
      try bench.expect(request?.headers["Host"], is: server.authority, "Host")
    },
    Case("an address that must not be reached gets no connection", "ConnectionOptions.addresses") { bench in
      let server = try await bench.start(.serves([.echo]))
      var options = ExchangeOptions()
      options.connection.addresses = .publicOnly
      try await bench.failure(.addressRefused, mayHaveExecuted: false) {
        try await bench.send(to: server, options: options)
      }
      server.stop()
      try bench.expect(server.records.count, is: 0, "connections")
    },
    Case(
      "a request that is to go another way does not go straight",
      "ConnectionOptions; or it is refused as unsupported."
    ) {
      bench in
      let server = try await bench.serve(.echo)
      let nobody = try await bench.start(.refuses)
      let proxy = ProxyRules(try Proxy("http://\(nobody.authority)"))
      for way in [ConnectionOptions(proxy: proxy), ConnectionOptions(unixSocket: "/nonexistent/socket")] {
        var options = ExchangeOptions(timeouts: ConformanceBench.patient)
        options.connection = way
        try await bench.failure(.unsupported, .connectFailed, .proxyFailed) {
          try await bench.send(to: server, options: options)
        }
      }
      server.stop()
      try bench.expect(server.records.count, is: 0, "connections")
    },
    Case("HTTP/2 by prior knowledge begins with its preface, or is refused as unsupported", "RFC 9113 §3.3.") { bench in
      let server = try await bench.serve([.readHead])
      let options = ExchangeOptions(timeouts: ConformanceBench.patient, httpVersion: .http2PriorKnowledge)
      let failure = try await bench.failure(.unsupported, .connectionClosed, .protocolViolation) {
        try await bench.send(to: server, options: options)
      }
      let heads = server.records.flatMap(\.requests).map { String(decoding: $0.bytes, as: UTF8.self) }
      let expected = failure.code == .unsupported ? [] : ["PRI * HTTP/2.0\r\n\r\n"]
      try bench.expect(heads, is: expected, "what was sent")
    },
  ]
}
