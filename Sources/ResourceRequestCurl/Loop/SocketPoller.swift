// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  /// What a socket can be ready for, or is wanted to be.
  struct Readiness: OptionSet {
    let rawValue: UInt8

    static let read = Readiness(rawValue: 1)
    static let write = Readiness(rawValue: 2)
    static let error = Readiness(rawValue: 4)
    /// It speaks, and nobody watches it; told once, and only by those who notice.
    static let unasked = Readiness(rawValue: 8)
  }

  /// Waits for many sockets at once.
  ///
  /// Used on the loop's thread alone.
  protocol SocketPoller: AnyObject {
    /// Takes note of a socket just opened, whose closing will be told with ``forget(_:)``.
    func adopt(_ socket: Int32)

    /// Says what a socket is watched for from now on; nothing ends the watch.
    func watch(_ socket: Int32, for readiness: Readiness)

    /// Notices again when a socket speaks, if nobody watches it.
    func notice(_ socket: Int32)

    /// Forgets a socket that is about to be closed.
    func forget(_ socket: Int32)

    /// Waits until a socket is ready or the time is over.
    ///
    /// - Parameters:
    ///   - milliseconds: how long to wait; negative for as long as it takes.
    ///   - ready: filled with the sockets that are ready, and for what.
    func wait(milliseconds: Int32, into ready: inout [(Int32, Readiness)])
  }
#endif
