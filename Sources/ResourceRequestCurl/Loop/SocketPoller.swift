// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// The events of a socket: those it is ready for, or watched for.
  struct Readiness: OptionSet {
    let rawValue: UInt8

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    static let error = Readiness(rawValue: 4)
    /// It received data while it was not watched; reported once, and only by pollers that notice.
    static let unasked = Readiness(rawValue: 8)
  }

  /// Waits for many sockets at once.
  ///
  /// Used on the loop's thread alone.
  protocol SocketPoller: AnyObject {
    /// Records a socket that was just opened, whose closing will be reported by ``forget(_:)``.
    func adopt(_ socket: Int32)

    /// Sets what a socket is watched for from now on; an empty set ends the watch.
    func watch(_ socket: Int32, for readiness: Readiness)

    /// Reports again when a socket receives data, if it is not watched.
    func notice(_ socket: Int32)

    /// Forgets a socket that is about to be closed.
    func forget(_ socket: Int32)

    /// Waits until a socket is ready or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait; negative for no limit.
    ///   - ready: filled with the ready sockets and their events.
    func wait(milliseconds: Int32, into ready: inout [(Int32, Readiness)])
  }
#endif
