// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// How long a caller waits, as its header `X-Request-Deadline-Ms` says.
struct InboundDeadline {
  /// The header has another form.
  struct Invalid: Error, CustomStringConvertible {
    let description = "X-Request-Deadline-Ms is a positive number of milliseconds"
  }

  /// The header's name.
  static let name = "X-Request-Deadline-Ms"

  /// What is left for the backends.
  var remaining: Duration { .milliseconds(milliseconds) }
  /// The same as a header's value.
  var text: String { String(milliseconds) }

  private let milliseconds: Int

  /// Reads the header; two seconds where the caller says nothing.
  ///
  /// - Throws: ``Invalid``.
  init(_ headers: HTTPHeaders) throws {
    let text = headers[HTTPHeader(Self.name)] ?? "2000"
    // Swift's reader of numbers takes a sign too.
    guard text.utf8.first != UInt8(ascii: "+"), let milliseconds = Int(text), (1...600_000).contains(milliseconds)
    else { throw Invalid() }
    self.milliseconds = milliseconds
  }
}
