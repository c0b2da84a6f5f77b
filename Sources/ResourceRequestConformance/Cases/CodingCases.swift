// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

extension TransportConformance {
  /// Content codings, for transports that name them in their capabilities.
  static let codingCases: [Case] = [
    Case("a body in gzip is decoded", "RFC 9110 §8.4.1.3, where the transport accepts it.") { bench in
      guard bench.decodes("gzip") else { return }
      try bench.expect(try await bench.encoded("gzip", ConformanceBench.gzipped).body, is: "hello, gzip")
    },
    Case("a body in deflate is decoded", "RFC 9110 §8.4.1.2, where the transport accepts it.") { bench in
      guard bench.decodes("deflate") else { return }
      try bench.expect(try await bench.encoded("deflate", ConformanceBench.deflated).body, is: "hello, deflate")
    },
    Case("a body that is not what its coding says is a failure", "What cannot be decoded is no body.") { bench in
      guard bench.decodes("gzip") else { return }
      try await bench.failure(.contentDecodingFailed) {
        try await bench.encoded("gzip", Data("this is no gzip at all".utf8))
      }
    },
    Case("a gzip stream that is damaged is a failure", "What cannot be decoded is no body.") { bench in
      guard bench.decodes("gzip") else { return }
      var damaged = ConformanceBench.gzipped
      damaged[damaged.startIndex + 12] ^= 0xFF
      try await bench.failure(.contentDecodingFailed) { [damaged] in try await bench.encoded("gzip", damaged) }
    },
    Case("a gzip stream that ends too early is a failure", "Half a body is none.") { bench in
      guard bench.decodes("gzip") else { return }
      try await bench.failure(.contentDecodingFailed, .connectionClosed) {
        try await bench.encoded("gzip", ConformanceBench.gzipped.prefix(16))
      }
    },
    Case("a body that grows too much from few bytes is a failure", "ExchangeOptions.expansionLimit") { bench in
      guard bench.decodes("deflate") else { return }
      var options = ExchangeOptions(timeouts: ConformanceBench.patient)
      options.expansionLimit = 50
      try await bench.failure(.contentDecodingFailed) { [options] in
        try await bench.encoded("deflate", Data(Zeros.deflated), options: options)
      }
      options.expansionLimit = 500
      let response = try await bench.encoded("deflate", Data(Zeros.deflated), options: options)
      try bench.expect(response.body.bytes.count, is: Zeros.count, "bytes within the limit")
      // The expansion of small bodies is not limited: a hundred thousand zeros take 150 bytes.
      options.expansionLimit = 1
      let small = try await bench.encoded("gzip", ConformanceBench.gzippedZeros, options: options)
      try bench.expect(small.body.bytes.count, is: 100_000, "bytes of a small body")
    },
    Case("the codings identity and none are no codings", "RFC 9110 §12.5.3; some servers write none.") { bench in
      for coding in ["identity", "none", "None, identity"] {
        try bench.expect(try await bench.encoded(coding, Data("hello".utf8)).body, is: "hello")
      }
    },
    Case("a coding that is not known is a failure", "What cannot be decoded is no body.") { bench in
      try await bench.failure(.contentDecodingFailed) {
        try await bench.encoded("x-unheard-of", Data("coded".utf8))
      }
    },
    Case(
      "a coding that is not known and was asked for is delivered as it came, or refused before",
      "RFC 9110 §12.5.3: the caller wrote Accept-Encoding."
    ) { bench in
      let asking: Headers = ["Accept-Encoding": "gzip, x-unheard-of"]
      guard
        let response = try await bench.supported({
          try await bench.encoded("x-unheard-of", Data("coded".utf8), headers: asking)
        })
      else { return }
      try bench.expect(response.body, is: "coded")
      try bench.expect(response.headers["Content-Encoding"] ?? "", is: "x-unheard-of", "the coding")
      try await bench.failure(.contentDecodingFailed) {
        try await bench.encoded("x-unheard-of", Data("coded".utf8), headers: ["Accept-Encoding": "x-unheard-of;q=0, *"])
      }
    },
    Case("a body is delivered as it came, or refused before, where that is wanted", "ExchangeOptions.decodesContent") {
      bench in
      var options = ExchangeOptions(timeouts: ConformanceBench.patient)
      options.decodesContent = false
      for (coding, bytes) in [("gzip", ConformanceBench.gzipped), ("x-unheard-of", Data("coded".utf8))] {
        guard
          let response = try await bench.supported({ [options] in
            try await bench.encoded(coding, bytes, options: options)
          })
        else { return }
        try bench.expect(response.body, is: Array(bytes))
      }
    },
    Case("how a body is cut has no part in whether it is a bomb", "ExchangeOptions.expansionLimit") { bench in
      guard bench.decodes("deflate") else { return }
      let body = Zeros.deflated
      let head = "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nContent-Length: \(body.count)\r\n\r\n"
      for size in [700, body.count] {
        var steps: [ConformanceScript.Step] = [.readRequest, .send(Array(head.utf8))]
        for start in stride(from: 0, to: body.count, by: size) {
          steps.append(.send(Array(body[start..<min(start + size, body.count)])))
        }
        let script = ConformanceScript(steps)
        func send(limit: Int) async throws -> TransportResponse {
          let server = try await bench.serve(script)
          defer { server.stop() }
          var options = ExchangeOptions(timeouts: ConformanceBench.patient)
          options.expansionLimit = limit
          return try await bench.send(to: server, options: options)
        }
        try await bench.failure(.contentDecodingFailed) { try await send(limit: 50) }
        // The zeros are a hundred and fifty times the body, and come before the end of it.
        try bench.expect(try await send(limit: 200).body.bytes.count, is: Zeros.count, "bytes within the limit")
      }
    },
    Case("a body without a coding is left as it is", "Only Content-Encoding says that there is one.") { bench in
      let bytes = Array(ConformanceBench.gzipped)
      let head = "HTTP/1.1 200 OK\r\nContent-Type: application/gzip\r\nContent-Length: \(bytes.count)\r\n\r\n"
      try bench.expect(try await bench.answer(Array(head.utf8) + bytes).body, is: bytes)
    },
  ]
}

extension ConformanceBench {
  static let gzipped = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11FIr8osAABKm7FcCwAAAA==") ?? Data()
  static let deflated = Data(base64Encoded: "eJzLSM3JyddRSElNy0ksSQUAJq0FNg==") ?? Data()
  /// A hundred thousand zeros.
  static let gzippedZeros =
    Data(
      base64Encoded:
        "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
    ) ?? Data()

  func decodes(_ coding: String) -> Bool {
    let codings = transport.capabilities.acceptedEncodings?.split(separator: ",") ?? []
    return codings.contains { $0.drop(while: { $0 == " " }).lowercased() == coding }
  }

  func encoded(
    _ coding: String,
    _ bytes: Data,
    headers: Headers = Headers(),
    options: ExchangeOptions = ExchangeOptions(timeouts: patient)
  ) async throws -> TransportResponse {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n"
    let server = try await serve([.readRequest, .send(Array(head.utf8) + bytes)])
    defer { server.stop() }
    return try await send(to: server, headers: headers, options: options)
  }

  /// The response; `nil` if the transport refuses the request as unsupported, before it sends.
  func supported(_ exchange: () async throws -> TransportResponse) async throws -> TransportResponse? {
    do { return try await exchange() } catch let failure as TransportFailure where failure.code == .unsupported {
      return nil
    }
  }
}
