// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How much of a request's body has gone out, which decides about what becomes of its connection.
///
/// A server may answer before it has the body, and with `Expect: 100-continue` libcurl (7.88 at least) then counts the
/// exchange as over, and the connection as free. But the head has announced the body, and a server may still read it
/// (RFC 9110 §10.1.1): of the next request, then. So a connection on which a body is owed is never used again.
struct OutgoingBodyCount: Equatable {
  /// The length the head has announced; `nil` where it has announced none.
  let length: Int?
  /// Bytes handed to libcurl.
  private(set) var handedOver = 0
  /// What libcurl makes of those bytes where it sends them in chunks.
  private(set) var framed = 0
  /// Whether libcurl has been handed the end of a body without a length.
  private(set) var isEnded = false
  /// Whether a part of the body may be owed on the connection.
  private(set) var isOwed: Bool

  /// Of a request without a body.
  init() {
    length = 0
    isOwed = false
  }

  /// Of a request with a body of this length.
  init(length: Int?) {
    self.length = length
    isOwed = length != 0
  }

  /// Takes note of bytes that libcurl was handed; none of them are its end.
  mutating func handOver(_ count: Int) {
    handedOver += count
    // With HTTP/1 a chunk stands between its length and a line end (RFC 9112 §7.1).
    framed += count > 0 ? String(count, radix: 16).utf8.count + 4 + count : 0
  }

  /// Takes note that libcurl was handed the end of the body, which so many bytes of trailers follow.
  mutating func handOverEnd(trailers: Int) {
    guard !isEnded else { return }
    isEnded = true
    // The last chunk, the trailers, the last line end.
    framed += 5 + trailers
  }

  /// Whether so many bytes more would be more than was announced.
  func exceeds(with count: Int) -> Bool { length.map { handedOver + count > $0 } ?? false }

  /// Whether some of the body was handed over, and a part of it may never have gone out.
  var isBrokenOff: Bool { isOwed && handedOver > 0 }

  /// Whether less was handed over than was announced.
  var isShort: Bool { length.map { handedOver < $0 } ?? false }

  /// Takes note of how many bytes of the body the system has; a stream of HTTP/2 is ended by itself.
  mutating func taken(_ count: Int, isStream: Bool) {
    guard isOwed, !isStream else { return isOwed = false }
    if let length { isOwed = count < length } else { isOwed = !isEnded || count < framed }
  }
}
