// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingSocks

/// A port could not be bound.
public struct CannotListen: Error, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let description: String

  init(port: UInt16, reason: any Error) {
    let text = if case SocketError.failed(_, _, let message) = reason { message } else { "\(reason)" }
    description = "cannot listen on 127.0.0.1:\(port): \(text); choose another --port"
  }
}
