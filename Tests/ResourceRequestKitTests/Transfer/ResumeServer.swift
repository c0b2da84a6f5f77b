// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// A server that breaks off its first response, and responds to the request for the rest as scripted.
  final class ResumeServer: Sendable {
    /// How the first response is sent.
    enum First: CaseIterable {
      case length
      case chunks
      case untilClosed
      case coded
      case part
    }

    /// The validator of the representation.
    enum Tag: String, CaseIterable {
      case strong = "ETag: \"v1\"\r\n"
      case weak = "ETag: W/\"v1\"\r\n"
      case controlled = "ETag: \"v\u{1}1\"\r\n"
      case date = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
      case none = ""
    }

    static let content = [UInt8]((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    static let cut = 400

    let scripted: ScriptedServer
    private let served: Lock<[String?]>

    /// The `Range` of each request, in order.
    var ranges: [String?] { served.withLock(\.self) }

    /// Starts the server.
    ///
    /// - Parameters:
    ///   - first: how the first response is sent; it breaks off.
    ///   - tag: the validator in every response with the representation.
    ///   - rest: the response to a request with `Range`, given its first byte; requests without get the whole.
    /// - Throws: an error if no socket can be opened.
    init(_ first: First, _ tag: Tag, rest: @escaping @Sendable (Int) -> [UInt8]) throws {
      let served = Lock<[String?]>([])
      self.served = served
      scripted = try ScriptedServer { connection in
        while let request = try connection.nextRequest() {
          let range = request.header("Range")
          let number = served.withLock { served in
            served.append(range)
            return served.count
          }
          let start = range.flatMap { Int($0.dropFirst("bytes=".count).dropLast()) }
          if number == 1 { return try ResumeServer.breakOff(first, tag, connection) }
          let answer = start.map(rest) ?? ResumeServer.answer(200, tag.rawValue, ResumeServer.content)
          try connection.send(answer)
          // Closes the connection, which ends a response without a length, or one that is shorter than its length.
          return
        }
      }
    }

    private static func breakOff(_ first: First, _ tag: Tag, _ connection: ScriptedConnection) throws {
      let head = "HTTP/1.1 200 OK\r\n\(tag.rawValue)"
      let piece = content.prefix(cut)
      switch first {
      case .length:
        try connection.send(Array((head + "Content-Length: 1000\r\n\r\n").utf8) + piece)
      case .chunks:
        let size = String(cut, radix: 16)
        try connection.send(Array((head + "Transfer-Encoding: chunked\r\n\r\n\(size)\r\n").utf8) + piece + [13, 10])
      case .untilClosed:
        try connection.send(Array((head + "Connection: close\r\n\r\n").utf8) + piece)
        connection.reset()
      case .coded:
        let coded = gzip(content)
        let fields = "Content-Encoding: gzip\r\nContent-Length: \(coded.count)\r\n\r\n"
        try connection.send(Array((head + fields).utf8) + coded.prefix(cut))
      case .part:
        let fields = "Content-Range: bytes 0-399/1000\r\nContent-Length: 400\r\n\r\n"
        try connection.send(Array("HTTP/1.1 206 Part\r\n\(tag.rawValue)\(fields)".utf8) + piece)
      }
    }

    /// A response with a length, which may differ from the number of bytes.
    static func answer(_ status: Int, _ fields: String, length: Int? = nil, _ bytes: [UInt8]) -> [UInt8] {
      Array("HTTP/1.1 \(status) X\r\n\(fields)Content-Length: \(length ?? bytes.count)\r\n\r\n".utf8) + bytes
    }

    /// A response that ends with its connection.
    static func open(_ status: Int, _ fields: String, _ bytes: [UInt8]) -> [UInt8] {
      Array("HTTP/1.1 \(status) X\r\n\(fields)Connection: close\r\n\r\n".utf8) + bytes
    }

    /// Encodes bytes as gzip (RFC 1952), with one stored block.
    static func gzip(_ bytes: [UInt8]) -> [UInt8] {
      var check = ~UInt32(0)
      for byte in bytes {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check & 1 == 1 ? check >> 1 ^ 0xEDB8_8320 : check >> 1 }
      }
      let length = UInt16(bytes.count)
      func little(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian, Array.init) }
      let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 1]
      return head + little(length) + little(~length) + bytes + little(~check) + little(UInt32(bytes.count))
    }
  }
#endif
