// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The script of a server for one connection.
package struct ConformanceScript: Sendable, ExpressibleByArrayLiteral {
  /// One step.
  package enum Step: Sendable {
    /// Read a request up to the end of its head.
    case readHead
    /// Read a whole request, with the body its head announces.
    case readRequest
    /// Read the body that the last head announces.
    case readBody
    /// Send these bytes.
    case send([UInt8])
    /// Go on with the steps that a closure chooses for the last request.
    case play(@Sendable (ConformanceRequest) -> [Step])
    /// Pause for a time.
    case pause(Duration)
    /// Read and discard everything until the transport closes the connection.
    case awaitClose
    /// Neither read nor send until the server is stopped.
    case hold
    /// Reset the TCP connection. Without it, a script ends with an orderly close.
    case reset
    /// Start again with the first step, unless the transport closes the connection.
    case startOver
  }

  /// The steps, in order.
  package var steps: [Step]

  /// Creates a script.
  package init(_ steps: [Step]) {
    self.steps = steps
  }

  package init(arrayLiteral steps: Step...) { self.init(steps) }
}

extension ConformanceScript.Step {
  /// Sends a text as UTF-8.
  static func send(_ text: String) -> Self { .send(Array(text.utf8)) }
}

extension ConformanceScript {
  /// Responds to every request on the connection with the same bytes.
  static func answering(_ text: String) -> ConformanceScript {
    [.readRequest, .send(text), .startOver]
  }

  /// Responds to every request on the connection with its own bytes as the body.
  static let echo: ConformanceScript = [
    .readRequest,
    .play { [.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \($0.bytes.count)\r\n\r\n".utf8) + $0.bytes)] },
    .startOver,
  ]
}
