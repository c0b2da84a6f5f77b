// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 26\r\n\r\n"

  private static func gap(_ limit: Duration) -> ExchangeOptions {
    ExchangeOptions(timeouts: Timeouts(connect: .seconds(20), read: .after(limit)))
  }

  /// A body of 26 bytes, one every quarter of a second.
  private static let drip: [ConformanceScript.Step] =
    [.readRequest, .send(head)] + (0..<26).flatMap { [.pause(.milliseconds(250)), .send([UInt8(97 + $0)])] }

  /// Checks a time limit within which something else must happen first, such as the arrival of the request; tries again
  /// with more time, in case the machine is busy.
  ///
  /// A transport that ignores the limit, or reports it wrongly, fails each time.
  private static func patiently(_ prove: (Duration) async throws -> Void) async throws {
    for limit in [Duration.milliseconds(300), .seconds(2)] {
      do { return try await prove(limit) } catch is ConformanceFailure {}
    }
    try await prove(.seconds(12))
  }

  /// Timeouts.
  ///
  /// No case measures a duration: a limit that is ignored ends at another limit.
  static let timeCases: [Case] = [
    Case("a server that does not answer is given up after the read timeout", "ExchangeOptions.readTimeout") { bench in
      try await patiently { limit in
        let server = try await bench.serve([.readRequest, .awaitClose])
        try await bench.failure(.readTimeout, phase: .sent, mayHaveExecuted: true) {
          try await bench.send(.post, to: server, options: gap(limit))
        }
        try await server.wait { $0.first?.isClosedByTransport == true }
      }
    },
    Case("a body that stops coming is given up after the read timeout", "ExchangeOptions.readTimeout") { bench in
      try await patiently { limit in
        let server = try await bench.serve([.readRequest, .send(head + "ab"), .awaitClose])
        try await bench.failure(.readTimeout, phase: .receiving) {
          try await bench.send(to: server, options: gap(limit))
        }
        try await server.wait { $0.first?.isClosedByTransport == true }
      }
    },
    Case("a server that reads no more of a body is given up after the read timeout", "ExchangeOptions.readTimeout") {
      bench in
      // Made more slowly than they are sent, so that there is nothing when the transport asks for more.
      for size in [8 << 10, 256 << 10] {
        let server = try await bench.serve([.readHead, .hold])
        defer { server.stop() }
        var request = try bench.request(.post, to: server, options: gap(.milliseconds(500)))
        request.body = OutgoingBody(length: nil, isReplayable: false) {
          AsyncThrowingStream {
            for _ in 0..<200 { await Task.yield() }
            return Data(count: size)
          }
        }
        let sent = request
        let failure = try await bench.failure(.readTimeout, .unsupported) { try await bench.send(sent) }
        guard failure.code == .readTimeout else { return }
        try bench.expect(failure.mayHaveExecuted, is: true, "mayHaveExecuted")
      }
    },
    Case("a steady drip is no silence, however long it takes in all", "The read timeout is a gap, not a sum.") {
      bench in
      let server = try await bench.serve(ConformanceScript(drip))
      let response = try await bench.send(to: server, options: gap(.seconds(6)))
      try bench.expect(response.body, is: "abcdefghijklmnopqrstuvwxyz")
    },
    Case("the deadline ends the wait for an answer", "CallContext.deadline") { bench in
      try await patiently { limit in
        let server = try await bench.serve([.readRequest, .awaitClose])
        try await bench.failure(.deadlineExceeded, mayHaveExecuted: true) {
          try await bench.send(bench.request(.post, to: server), within: limit)
        }
        try await server.wait { $0.first?.isClosedByTransport == true }
      }
    },
    Case("the deadline ends an answer that drips", "The deadline is a sum, not a gap.") { bench in
      let server = try await bench.serve(ConformanceScript(drip + [.awaitClose]))
      try await bench.failure(.deadlineExceeded) {
        try await bench.send(bench.request(to: server), within: .milliseconds(600))
      }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("the deadline ends the attempt to connect", "CallContext.deadline") { bench in
      let server = try await bench.start(.ignores)
      try await bench.failure(.deadlineExceeded, mayHaveExecuted: false) {
        try await bench.send(bench.request(to: server), within: .milliseconds(300))
      }
    },
    Case("a deadline that is over lets nothing out", "CallContext.deadline", needsPeer: false) { bench in
      let server = try await bench.echoIfPossible()
      let request = try bench.unsent(to: server)
      try await bench.failure(.deadlineExceeded, mayHaveExecuted: false) {
        try await bench.send(request, within: .zero)
      }
      if let server { try await bench.expectNothingReceived(by: server) }
    },
  ]
}
