// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation

/// The signals that ask a process to end: SIGTERM from its supervisor, SIGINT from the keyboard.
public enum TerminationSignal {
  /// Waits for the first of these signals; from here on they do not end the process at once.
  public static func wait() async {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let sources = [SIGTERM, SIGINT].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { arrival.yield() }
      source.resume()
      return source
    }
    for await _ in arrivals { break }
    for source in sources { source.cancel() }
  }
}
