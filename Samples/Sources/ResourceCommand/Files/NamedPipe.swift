// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Opens named pipes without waiting forever for the other end.
enum NamedPipe {
  /// The default time to wait for the other end.
  static let patience = Duration.seconds(10)
  private static let pause = Duration.milliseconds(20)

  /// Opens a pipe for writing once it has a reader.
  ///
  /// - Throws: ``SystemError``: `ENXIO` if it has none within the limit.
  static func openToWrite(_ path: String, within limit: Duration) async throws -> Descriptor {
    let end = ContinuousClock.now.advanced(by: min(limit, .seconds(86_400)))
    while true {
      let number = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if number >= 0 { return Descriptor(number: number) }
      guard errno == ENXIO, ContinuousClock.now < end else { throw SystemError() }
      try await Task.sleep(for: pause)
    }
  }
}
