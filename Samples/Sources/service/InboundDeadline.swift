// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox

/// How long a caller waits, as its header `X-Request-Deadline-Ms` says.
struct InboundDeadline {
  /// The header has another form.
  struct Invalid: Error, CustomStringConvertible {
    let description = "X-Request-Deadline-Ms is a positive number of milliseconds"
  }

  /// What is left for the backends; two seconds where the caller says nothing.
  let remaining: Duration

  /// Reads the header.
  ///
  /// - Throws: ``Invalid``.
  init(_ headers: HTTPHeaders) throws {
    guard let text = headers[HTTPHeader("X-Request-Deadline-Ms")] else {
      remaining = .seconds(2)
      return
    }
    guard let milliseconds = Int(text), (1...600_000).contains(milliseconds) else { throw Invalid() }
    remaining = .milliseconds(milliseconds)
  }
}
