// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A response, ready to be written.
public struct FastAnswer: Sendable {
  /// How HTTP/1.1 marks the end of the body.
  public enum Framing: String, Sendable, CaseIterable {
    case length
    case chunked
    /// By the end of the connection.
    case close
  }

  /// How the bytes are written.
  public enum Pace: Sendable, Hashable {
    /// All at once.
    case fast
    /// In bursts of random lengths, each after the peer's system has taken the previous one.
    case bursty(seed: UInt64)
    /// The first thousand bytes one by one, the rest at once.
    case drip
    /// The first part, then the rest once the peer's system has taken it all.
    case paused(after: Int)
  }

  /// The status.
  public var status = 200
  /// The header fields, except those that mark the end of the body.
  public var fields: [(name: String, value: String)] = []
  /// The body.
  public var body: ArraySlice<UInt8>
  /// How HTTP/1.1 marks the end of the body.
  public var framing: Framing
  /// How the bytes are written.
  public var pace: Pace
  /// The number of the body's bytes to write before the connection is closed; `nil` for all.
  public var cut: Int?

  /// Creates a response; the default status is 200.
  public init(
    _ status: Int = 200,
    _ body: ArraySlice<UInt8> = [],
    fields: [(name: String, value: String)] = [],
    framing: Framing = .length,
    pace: Pace = .fast
  ) {
    self.status = status
    self.body = body
    self.fields = fields
    self.framing = framing
    self.pace = pace
  }

  /// Whether the response ends its connection.
  var closes: Bool { framing == .close || cut != nil }

  /// The whole response as HTTP/1.1.
  var wire: [UInt8] {
    var head = "HTTP/1.1 \(status) Status\r\n"
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    switch framing {
    case .length: head += "Content-Length: \(body.count)\r\n"
    case .chunked: head += "Transfer-Encoding: chunked\r\n"
    case .close: head += "Connection: close\r\n"
    }
    var bytes = Array((head + "\r\n").utf8)
    let headCount = bytes.count
    bytes.reserveCapacity(headCount + body.count + body.count / 500 + 64)
    if framing == .chunked {
      var (rest, size) = (body, 1)
      while !rest.isEmpty {
        // Chunks of all sizes, some larger than any buffer.
        let chunk = rest.prefix(size)
        rest = rest.dropFirst(size)
        bytes += Array((String(chunk.count, radix: 16) + "\r\n").utf8)
        bytes += chunk
        bytes += [13, 10]
        size = min(size * 3 + 1, 300_000)
      }
      bytes += Array("0\r\n\r\n".utf8)
    } else {
      bytes += body
    }
    if let cut { bytes.removeLast(max(0, bytes.count - headCount - cut)) }
    return bytes
  }
}
