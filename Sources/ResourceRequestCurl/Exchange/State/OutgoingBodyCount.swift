// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Counts how much of a request's body was sent, which determines whether its connection can be used again.
///
/// A server may respond before it has the body, and with `Expect: 100-continue` libcurl (7.88 at least) then considers
/// the exchange complete and the connection idle. But the head has announced the body, and a server may still read it
/// (RFC 9110 §10.1.1), taking it from the next request. So a connection with an unfinished body is never used again.
struct OutgoingBodyCount: Equatable {
  /// The length announced by the head; `nil` if it announced none.
  let length: Int?
  /// Bytes handed to libcurl.
  private(set) var handedOver = 0
  /// The number of these bytes as libcurl sends them in chunks.
  private(set) var framed = 0
  /// Whether libcurl has been handed the end of a body without a length.
  private(set) var isEnded = false
  /// Whether a part of the body may be owed on the connection.
  private(set) var isOwed: Bool

  /// Of a request with a body of this length, or without a body.
  init(length: Int? = 0) {
    self.length = length
    isOwed = length != 0
  }

  /// Records bytes that were passed to libcurl, not including the end.
  mutating func handOver(_ count: Int) {
    handedOver += count
    // With HTTP/1 a chunk is framed by its length and a line end (RFC 9112 §7.1).
    framed += count > 0 ? String(count, radix: 16).utf8.count + 4 + count : 0
  }

  /// Records that libcurl got the end of the body, followed by this many bytes of trailers.
  mutating func handOverEnd(trailers: Int) {
    guard !isEnded else { return }
    isEnded = true
    // The last chunk, the trailers, the last line end.
    framed += 5 + trailers
  }

  /// Whether this many more bytes would exceed the announced length.
  func exceeds(with count: Int) -> Bool { length.map { handedOver + count > $0 } ?? false }

  /// Whether less was handed over than was announced.
  var isShort: Bool { length.map { handedOver < $0 } ?? false }

  /// Takes note of how many bytes of the body the system has; a stream of HTTP/2 is ended by itself.
  mutating func taken(_ count: Int, isStream: Bool) {
    guard isOwed, !isStream else { return isOwed = false }
    if let length { isOwed = count < length } else { isOwed = !isEnded || count < framed }
  }
}
