// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Compressed request bodies, as Python's zlib and gzip decode them.
@Suite struct CompressionTests {
  static let transports = TransportUnderTest.allCases

  /// What the server decoded.
  struct Understood: Decodable {
    let sha256: String
    let length: Int
    let sent: Int
    let coding: String
    let announced: Bool
  }

  /// Text with some repetition.
  private static func text(_ count: Int) -> Data {
    var text = Data()
    var number = UInt32(count)
    while text.count < count {
      number = number &* 1_664_525 &+ 1_013_904_223
      text += Data(
        "{\"id\": \(number), \"name\": \"Ümit \(number % 97)\", \"tags\": [\(number % 7), \(number % 3)]},\n".utf8
      )
      if number % 5_000 < 2 { text += Data(repeating: 0, count: 700) }
    }
    return text.prefix(count)
  }

  @Test(arguments: transports, [RequestCompression.gzip, .deflate, .brotli, .zstd])
  func `a body is decoded as what it was`(over transport: TransportUnderTest, rule: RequestCompression) async throws {
    let names: [RequestCompression: String] = [.gzip: "gzip", .deflate: "deflate", .brotli: "br", .zstd: "zstd"]
    for count in [1_025, 32_768, 70_000, 1_000_000, 5_000_000] {
      let text = CompressionTests.text(count)
      var request = ResourceRequest(try Servers.variable("INTEROP_DECODED") + "/", method: .post)
      request.body = .data(text, type: "application/json")
      request.compression = .never
      let plain = try await transport.client().value(Understood.self, for: request)
      request.compression = rule
      let decoded = try await transport.client().value(Understood.self, for: request)
      #expect(decoded.sha256 == plain.sha256)
      #expect(decoded.length == count)
      #expect(decoded.sent < count / 2)
      #expect(decoded.coding == names[rule])
      // Up to 4 MiB, the body is compressed before it is sent, so that its length can be announced.
      #expect(decoded.announced == (count <= 4 << 20))
    }
  }

  @Test(arguments: transports)
  func `a stream is decoded as what it was`(over transport: TransportUnderTest) async throws {
    let text = CompressionTests.text(3_000_000)
    let (writer, body) = ResourceRequest.Body.bound()
    var request = ResourceRequest(try Servers.variable("INTEROP_DECODED") + "/", method: .post)
    request.body = body
    request.compression = .gzip
    let sending = request
    async let decoded = transport.client().value(Understood.self, for: sending)
    for start in stride(from: 0, to: text.count, by: 77_777) {
      try await writer.write(text.dropFirst(start).prefix(77_777))
    }
    writer.finish()
    request.body = .data(text)
    request.compression = .never
    let plain = try await transport.client().value(Understood.self, for: request)
    #expect(try await decoded.sha256 == plain.sha256)
    #expect(try await decoded.coding == "gzip")
    #expect(try await !decoded.announced)
  }

  @Test(arguments: transports)
  func `a server that takes no coding says so to the caller`(over transport: TransportUnderTest) async throws {
    var request = ResourceRequest(try Servers.variable("INTEROP_DECODED") + "/?plain", method: .post)
    request.body = .data(CompressionTests.text(5_000))
    request.compression = .gzip
    let answer = try await transport.client().send(request)
    #expect(answer.status == 415)
    #expect(answer.headers["Accept-Encoding"] == "identity")
  }
}
