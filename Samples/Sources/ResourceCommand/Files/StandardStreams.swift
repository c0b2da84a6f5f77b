// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Standard input, output and error of the process.
public enum StandardStreams {
  /// Makes a reader that goes away an error of writing, and keeps the numbers of closed streams from files and sockets that
  /// are opened later.
  ///
  /// A response would otherwise be written to a connection that got the number 1. Each stream is opened the wrong way, so that
  /// its use still fails.
  public static func keepClosed() {
    signal(SIGPIPE, SIG_IGN)
    for (number, mode) in [(Int32(0), O_WRONLY), (1, O_RDONLY), (2, O_RDONLY)] where fcntl(number, F_GETFD) < 0 {
      // The lowest free number is the stream's, because those below are in use.
      _ = open("/dev/null", mode)
    }
  }

  /// Whether standard input can be read.
  static var hasInput: Bool {
    let flags = fcntl(0, F_GETFL)
    return flags >= 0 && flags & O_ACCMODE != O_WRONLY
  }
}
