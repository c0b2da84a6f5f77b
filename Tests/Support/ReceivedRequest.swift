// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request as a server received it: the exact bytes, and their meaning.
public struct ReceivedRequest: Sendable, Hashable {
  /// One header line.
  public struct Header: Sendable, Hashable {
    /// The name as it was sent.
    public let name: String
    /// The value without the blanks around it.
    public let value: String
  }

  /// The method token.
  public let method: String
  /// The request target, byte for byte.
  public let target: String
  /// The version, such as `HTTP/1.1`.
  public let version: String
  /// The header lines in the order received.
  public let headers: [Header]
  /// The body, with chunked coding removed.
  public internal(set) var body: [UInt8] = []
  /// The header lines after a chunked body.
  public internal(set) var trailers: [Header] = []
  /// Head and body exactly as received.
  public internal(set) var raw: [UInt8]

  /// The body as UTF-8, broken sequences replaced.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The target up to the first `?`.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The target after the first `?`, or nil if there is none.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The first value of a header field, or nil.
  public func header(_ name: String) -> String? { headers(named: name).first }

  /// Every value of a header field, in order.
  public func headers(named name: String) -> [String] {
    headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}

extension ReceivedRequest {
  /// Reads a head that ends in an empty line.
  init(head: [UInt8]) throws {
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: true)
    let start = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard start.count == 3 else {
      throw ScriptedServerError.malformedRequest("request line “\(lines.first ?? "")”")
    }
    method = String(start[0])
    target = String(start[1])
    version = String(start[2])
    headers = try lines.dropFirst().map(Header.init(line:))
    raw = head
  }
}

extension ReceivedRequest.Header {
  init(line: Substring) throws {
    guard let colon = line.firstIndex(of: ":") else {
      throw ScriptedServerError.malformedRequest("header line “\(line)”")
    }
    let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    name = String(line[..<colon])
    var rest = line[line.index(after: colon)...].drop(while: blank)
    while let last = rest.last, blank(last) { rest.removeLast() }
    value = String(rest)
  }
}
