// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Parses a response incrementally, as strict HTTP/1.1 (RFC 9112).
struct SocketAnswer {
  private enum Framing { case none, length(Int), chunks, untilEnd }

  private let request: ResolvedRequest
  private var received = Data()
  private var head: (status: Int, headers: Headers, framing: Framing)?

  var hasHead: Bool { head != nil }

  init(to request: ResolvedRequest) {
    self.request = request
  }

  /// Appends received bytes; an empty array marks the end of the connection.
  ///
  /// - Returns: the response once it is complete, `nil` before.
  mutating func take(_ bytes: [UInt8]) throws -> TransportResponse? {
    received += bytes
    while head == nil {
      guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else {
        if received.count > request.options.headLimit { throw failure(.headTooLarge, "the head is too large") }
        guard bytes.isEmpty else { return nil }
        throw failure(received.isEmpty ? .connectionClosed : .protocolViolation, "there is no whole head")
      }
      let text = received[..<end.lowerBound]
      if text.count > request.options.headLimit { throw failure(.headTooLarge, "the head is too large") }
      received = Data(received[end.upperBound...])
      let (status, headers) = try read(text)
      if !(100..<200).contains(status) { head = (status, headers, try framing(status, headers)) }
    }
    guard let (status, headers, framing) = head else { return nil }
    if case .length(let length) = framing, length > request.options.bodyLimit { throw tooLarge }
    guard let (body, trailers) = try body(framing, isAtEnd: bytes.isEmpty) else {
      if received.count > request.options.bodyLimit { throw tooLarge }
      guard bytes.isEmpty else { return nil }
      throw failure(.connectionClosed, "the body breaks off")
    }
    if body.count > request.options.bodyLimit { throw tooLarge }
    return TransportResponse(
      status: Status(status),
      headers: headers,
      body: IncomingBody(body),
      trailers: trailers
    )
  }

  private func read(_ head: Data) throws -> (Int, Headers) {
    let lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ", maxSplits: 2)
    guard start.count > 1, start[0] == "HTTP/1.1" || start[0] == "HTTP/1.0", start[1].count == 3,
      let status = Int(start[1]), status >= 100
    else {
      throw failure(.protocolViolation, "there is no status line")
    }
    let headers = try fields(lines.dropFirst())
    guard start[0] == "HTTP/1.1" || !headers.contains("Transfer-Encoding") else {
      throw failure(.protocolViolation, "HTTP/1.0 has no chunks")
    }
    return (status, headers)
  }

  private func fields(_ lines: ArraySlice<String>) throws -> Headers {
    var headers = Headers()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let isField =
        parts.count == 2 && !parts[0].isEmpty && parts[0].utf8.allSatisfy { (0x21...0x7E).contains($0) }
        && parts[1].utf8.allSatisfy { $0 != 0 && $0 != 0x0D && $0 != 0x0A }
      guard isField else { throw failure(.protocolViolation, "a line is no field") }
      headers.append(String(parts[0]), parts[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t")))
    }
    return headers
  }

  private func framing(_ status: Int, _ headers: Headers) throws -> Framing {
    let lengths = Set(
      headers.values(for: "Content-Length").flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        .map { $0.trimmingCharacters(in: .whitespaces) }
    )
    let codings = headers.values(for: "Transfer-Encoding").map { $0.lowercased() }
    guard lengths.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }), lengths.count < 2,
      codings.isEmpty || (codings == ["chunked"] && lengths.isEmpty)
    else { throw failure(.protocolViolation, "nobody can tell where the body ends") }
    if request.method == .head || status == 204 || status == 304 { return .none }
    if !codings.isEmpty { return .chunks }
    guard let text = lengths.first else { return .untilEnd }
    guard let length = Int(text) else { throw failure(.protocolViolation, "the length is none") }
    return .length(length)
  }

  /// The body and the trailers once they are complete, `nil` before.
  private func body(_ framing: Framing, isAtEnd: Bool) throws -> (Data, Headers)? {
    switch framing {
    case .none: return (Data(), Headers())
    case .untilEnd: return isAtEnd ? (received, Headers()) : nil
    case .length(let length): return received.count >= length ? (Data(received.prefix(length)), Headers()) : nil
    case .chunks: return try chunks()
    }
  }

  private func chunks() throws -> (Data, Headers)? {
    let lineEnd = Data("\r\n".utf8)
    var rest = received[...]
    var body = Data()
    while let line = rest.firstRange(of: lineEnd) {
      let digits = String(decoding: rest[..<line.lowerBound].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
      guard !digits.hasPrefix("-"), !digits.hasPrefix("+"), let size = Int(digits, radix: 16) else {
        throw failure(.protocolViolation, "the size of a chunk is none")
      }
      rest = rest[line.upperBound...]
      if size == 0 {
        if rest.starts(with: lineEnd) { return (body, Headers()) }
        guard let end = rest.firstRange(of: lineEnd + lineEnd) else { return nil }
        let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        return (body, try fields(lines[...]))
      }
      guard rest.count - 2 >= size else { return nil }
      body += rest.prefix(size)
      rest = rest.dropFirst(size)
      guard rest.starts(with: lineEnd) else { throw failure(.protocolViolation, "a chunk is longer than it says") }
      rest = rest.dropFirst(2)
      if body.count > request.options.bodyLimit { throw tooLarge }
    }
    return nil
  }

  private var tooLarge: TransportFailure { failure(.bodyTooLarge, "the body is too large") }

  private func failure(_ code: ResourceError.Code, _ message: String) -> TransportFailure {
    TransportFailure(code: code, message: message, phase: hasHead ? .receiving : .sent)
  }
}
