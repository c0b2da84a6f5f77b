// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Does something whenever the process gets a signal, outside of signal handlers, where everything is allowed.
///
/// The signal does not end the process any more, from the first watcher of it on.
package final class SignalWatcher: Sendable {
  /// Set once, and cancelled from anywhere; libdispatch allows both from any thread.
  private nonisolated(unsafe) let source: any DispatchSourceSignal

  /// Watches until it is let go of.
  ///
  /// - Parameters:
  ///   - number: the number, such as `SIGHUP`.
  ///   - action: what is done, on a queue of its own; signals that come close together may be one.
  package init(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    signal(number, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: number, queue: DispatchQueue(label: "resource-request.signal"))
    source.setEventHandler(handler: action)
    source.resume()
  }

  deinit {
    source.cancel()
  }
}
