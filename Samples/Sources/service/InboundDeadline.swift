// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// How long a caller waits, from its header field `X-Request-Deadline-Ms`.
struct InboundDeadline {
  /// The header field's value is invalid.
  struct Invalid: Error, CustomStringConvertible {
    let description = "X-Request-Deadline-Ms is a positive number of milliseconds"
  }

  /// The name of the header field.
  static let name = "X-Request-Deadline-Ms"

  /// The time left for the backends.
  var remaining: Duration { .milliseconds(milliseconds) }
  /// The value of the header field.
  var text: String { String(milliseconds) }

  private let milliseconds: Int

  /// Reads the header field; the default is two seconds.
  ///
  /// - Throws: ``Invalid``.
  init(_ headers: HTTPHeaders) throws {
    let text = headers[HTTPHeader(Self.name)] ?? "2000"
    // `Int` would also accept a sign.
    guard text.utf8.first != UInt8(ascii: "+"), let milliseconds = Int(text), (1...600_000).contains(milliseconds)
    else { throw Invalid() }
    self.milliseconds = milliseconds
  }
}
