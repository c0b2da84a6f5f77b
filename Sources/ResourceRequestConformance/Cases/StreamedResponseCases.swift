// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  /// A response without its second half.
  static let half = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"

  /// Responses that are delivered at their head.
  static let streamedResponseCases: [Case] = [
    Case("an answer as a stream is handed over at its head, and cancelled by its reader, or refused") { bench in
      let server = try await bench.serve([.readRequest, .send(half), .awaitClose])
      // The rest never arrives: a transport that waited for it would not return.
      guard let stream = try await bench.stream(from: server) else { return }
      try bench.expect(try await stream.next(), is: Data("half".utf8), "the first piece")
      stream.cancel()
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("an answer as a stream that nobody reads is cancelled with its release, or refused") { bench in
      // More than any window holds, and not all of it: no exchange ends by itself.
      let body = [UInt8](repeating: 7, count: 4 << 20)
      let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count + 1)\r\n\r\n".utf8)
      let server = try await bench.serve([.readRequest, .send(head + body), .awaitClose])
      guard try await bench.stream(from: server) != nil else { return }
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("an answer as a stream brings all of its body and ends, or is refused") { bench in
      let body = [UInt8](repeating: 7, count: 1 << 20)
      let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      let server = try await bench.serve([.readRequest, .send(head + body), .awaitClose])
      guard let stream = try await bench.stream(from: server) else { return }
      var received = Data()
      while let chunk = try await stream.next() { received.append(chunk) }
      try bench.expect(received.elementsEqual(body), "the body is not as it was sent")
      try bench.expect(stream.end != nil, "the end says nothing of the exchange")
    },
    Case("an answer as a stream of unknown length brings all of it, and its trailers, or is refused") { bench in
      let text = String(repeating: "x", count: 5000)
      let rest = "1388\r\n\(text)\r\n0\r\nX-Sum: 42\r\n\r\n"
      for (head, body) in [("Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n", rest), ("\r\n", text)] {
        let server = try await bench.serve([.readRequest, .send("HTTP/1.1 200 OK\r\n" + head + body)])
        defer { server.stop() }
        guard let stream = try await bench.stream(from: server) else { return }
        var received = Data()
        while let chunk = try await stream.next() { received.append(chunk) }
        try bench.expect(received.elementsEqual(text.utf8), "the body is not as it was sent")
        try bench.expect(stream.end?.trailers["X-Sum"], is: body == rest ? "42" : nil, "the trailer")
      }
    },
    Case("an answer as a stream that is not read stops its server, or is refused") { bench in
      // More than any window and the system's buffers hold.
      let body = [UInt8](repeating: 7, count: 64 << 20)
      let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      let server = try await bench.serve([.readRequest, .send(head + body), .awaitClose], .answering(ok))
      guard let stream = try await bench.stream(from: server) else { return }
      _ = try await stream.next()
      // Others go on meanwhile.
      for _ in 0..<20 { try bench.expect(try await bench.send(to: server).body, is: "ok") }
      try bench.expect(server.records.first?.stepsDone, is: 1, "steps of the server that nobody reads from")
      stream.cancel()
      try await server.wait { $0.first?.isClosedByTransport == true }
    },
    Case("the deadline ends an answer as a stream too, or it is refused") { bench in
      let server = try await bench.serve([.readRequest, .send(half), .awaitClose])
      try await bench.failure(.deadlineExceeded, .unsupported) {
        let stream = try await bench.stream(from: server, within: .milliseconds(800), orThrow: true)
        while try await stream?.next() != nil {}
        return TransportResponse(status: 200)
      }
    },
    Case("an answer as a stream that breaks off fails its reader, or is refused") { bench in
      let server = try await bench.serve([.readRequest, .send(half)])
      try await bench.failure(.connectionClosed, .unsupported) {
        let stream = try await bench.stream(from: server, orThrow: true)
        while try await stream?.next() != nil {}
        return TransportResponse(status: 200)
      }
    },
    Case("an answer as a stream that grows too much from few bytes fails its reader, or is refused") { bench in
      guard bench.decodes("deflate") else { return }
      let bytes = Zeros.deflated
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(bytes.count)\r\n\r\n"
      let server = try await bench.serve([.readRequest, .send(Array(head.utf8) + bytes)])
      try await bench.failure(.contentDecodingFailed, .unsupported) {
        let stream = try await bench.stream(from: server, expansionLimit: 50, orThrow: true)
        while try await stream?.next() != nil {}
        return TransportResponse(status: 200)
      }
    },
  ]
}

extension TransportConformance.Case {
  /// A case for transports that stream; others refuse.
  fileprivate init(_ name: String, _ body: @escaping @Sendable (ConformanceBench) async throws -> Void) {
    self.init(name, "ExchangeOptions.streamWindow; a transport without streams says so (`unsupported`).", body)
  }
}

extension ConformanceBench {
  /// The body of a server's response as a stream; `nil` if the transport refuses to stream.
  fileprivate func stream(
    from server: any ConformanceServer,
    within limit: Duration = .seconds(30),
    expansionLimit: Int = ExchangeOptions.standardExpansionLimit,
    orThrow: Bool = false
  ) async throws -> IncomingStream? {
    var options = ExchangeOptions(timeouts: ConformanceBench.patient)
    options.streamWindow = 64 << 10
    options.expansionLimit = expansionLimit
    let request = try request(to: server, options: options)
    let exchange = { try await send(request, within: limit) }
    let response = orThrow ? try await exchange() : try await orRefused(by: server, exchange)
    guard let response else { return nil }
    guard let stream = response.body.stream else { throw ConformanceFailure("the body is no stream") }
    return stream
  }
}
