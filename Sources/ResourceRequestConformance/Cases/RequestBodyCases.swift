// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  private static let everyByte = Array(UInt8.min ... .max)

  /// A body in which every four bytes are others; a debug build would take seconds to make a large one byte by byte.
  static func body(words count: UInt32) -> [UInt8] {
    let words = (0..<count).map { ($0 &* 2_654_435_761).bigEndian }
    return words.withUnsafeBytes { Array($0) }
  }

  private static func isSame(_ received: [UInt8]?, _ body: [UInt8]) -> Bool {
    guard let received, received.count == body.count else { return false }
    return memcmp(received, body, body.count) == 0
  }

  /// The bodies of requests.
  static let requestBodyCases: [Case] = [
    Case("a body arrives byte for byte with POST, PUT and PATCH", "RFC 9110 §6.4.") { bench in
      for method in [RequestMethod.post, .put, .patch] {
        let request = try await bench.received(method, body: everyByte)
        try bench.expect(request.method, is: method.name, "the method")
        try bench.expect(request.body, is: everyByte, "the body of \(method)")
      }
    },
    Case(
      "a body arrives byte for byte with GET, DELETE, OPTIONS and a custom method",
      "RFC 9110 §9.3.1: it has no general meaning, but servers use it; it must not be dropped in silence."
    ) { bench in
      for method in [RequestMethod.get, .delete, .options, RequestMethod("SEARCH") ?? .get] {
        let request = try await bench.received(method, body: everyByte)
        try bench.expect(request.method, is: method.name, "the method")
        try bench.expect(request.body, is: everyByte, "the body of \(method)")
      }
    },
    Case("a HEAD with a body is sent whole, or refused as unsupported", "A body is never dropped in silence.") {
      bench in
      let server = try await bench.serve(.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"))
      let response = try await bench.orRefused(by: server) { try await bench.send(.head, to: server, body: everyByte) }
      guard let response else { return }
      try bench.expect(response.body, is: "")
      try bench.expect(server.records.flatMap(\.requests).first?.body, is: everyByte, "the body")
    },
    Case("a large body arrives whole", "Bodies do not fit into the buffers of a socket.") { bench in
      let body = body(words: 1 << 18)
      let server = try await bench.serve([.readRequest, .send("HTTP/1.1 204 No Content\r\n\r\n"), .awaitClose])
      _ = try await bench.send(.put, to: server, body: body)
      try bench.expect(isSame(server.records.flatMap(\.requests).first?.body, body), "the body is not as it was sent")
    },
    Case("a POST, PUT or PATCH without a body says so", "RFC 9110 §8.6: Content-Length: 0 is sent.") { bench in
      for method in [RequestMethod.post, .put, .patch] {
        let request = try await bench.received(method)
        try bench.expect(request.headers.values(for: "Content-Length"), is: ["0"], "Content-Length of \(method)")
      }
    },
    Case("a GET, DELETE or OPTIONS without a body has no length", "RFC 9110 §8.6.") { bench in
      for method in [RequestMethod.get, .delete, .options] {
        let request = try await bench.received(method)
        try bench.expect(request.headers.values(for: "Content-Length"), is: [], "Content-Length of \(method)")
        try bench.expect(request.headers.values(for: "Transfer-Encoding"), is: [], "Transfer-Encoding of \(method)")
      }
    },
    Case("an empty body has the length 0", "An empty body is not the same as none.") { bench in
      for method in [RequestMethod.post, .get] {
        let request = try await bench.received(method, body: [])
        try bench.expect(request.headers.values(for: "Content-Length"), is: ["0"], "Content-Length of \(method)")
      }
    },
    Case(
      "an answer that comes before the body was read is the answer",
      "RFC 9110 §10.1.1, RFC 9112 §9.3: a server may refuse early, and the reason must reach the caller."
    ) { bench in
      // One that ends with its connection comes from a server that reads the body first (RFC 9112 §9.5).
      for (framing, next) in [("Content-Length: 3\r\n", ConformanceScript.Step.hold), ("", .readBody)] {
        let head = "HTTP/1.1 413 Too Large\r\n\(framing)Connection: close\r\n\r\nbig"
        let server = try await bench.serve([.readHead, .send(head), next])
        defer { server.stop() }
        let response = try await bench.send(.post, to: server, body: [UInt8](repeating: 7, count: 16 << 20))
        try bench.expect(response.status, is: 413, "the status")
        try bench.expect(response.body, is: "big")
      }
    },
    Case(
      "a body is sent whole though the server accepts it before it has read it",
      "RFC 9112 §9.5: sending stops where the server does not want the body, which a 2xx does not say."
    ) { bench in
      let body = body(words: 4 << 20)
      let server = try await bench.serve([
        .readHead, .send("HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok"), .readBody, .awaitClose,
      ])
      let response = try await bench.send(.put, to: server, body: body)
      try bench.expect(response.status, is: 202, "the status")
      try bench.expect(response.body, is: "ok")
      try await server.wait { $0.first.map { $0.stepsDone >= 3 || $0.isClosedByTransport } ?? false }
      try bench.expect(isSame(server.records.flatMap(\.requests).first?.body, body), "the body is not as it was sent")
    },
  ]
}
