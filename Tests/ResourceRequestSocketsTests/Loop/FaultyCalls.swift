// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import Glibc

  /// A system call of the loop that fails once.
  ///
  /// Works only in a process in which `Tests/faulty-calls.c` is preloaded.
  enum FaultyCall: Int32, CaseIterable {
    case recv, send, connect, socket, epollWait, epollControl, getsockopt, eventfd, wakeUp, epollCreate, open

    /// The errors that it may fail with; 0 makes it take one byte only.
    var errors: [Int32] {
      switch self {
      case .recv, .send: [EINTR, EAGAIN, ECONNRESET, ENOMEM, 0]
      case .connect: [EINTR, ECONNREFUSED, ENETUNREACH, EAGAIN, ENOMEM]
      case .socket: [EMFILE, ENFILE, ENOMEM, ENOBUFS, EACCES]
      case .epollWait: [EINTR]
      case .epollControl: [ENOMEM, ENOSPC]
      case .getsockopt: [ENOMEM]
      case .eventfd, .epollCreate: [EMFILE, ENFILE, ENOMEM]
      case .wakeUp: [EINTR]
      // Of the files of TLS, which fail alike only where all do.
      case .open: []
      }
    }

    private static let arm = dlsym(nil, "fault_arm").map {
      unsafeBitCast($0, to: (@convention(c) (Int32, Int32, Int32) -> Void).self)
    }
    private static let hasFired = dlsym(nil, "fault_fired").map {
      unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
    }

    /// Whether calls can fail in this process.
    static var isPossible: Bool { arm != nil }

    /// Lets all of these calls fail until `end()`.
    func failAlways(with error: Int32) { fail(behind: -1, with: error) }

    /// Lets the call behind so many others fail.
    func fail(behind count: Int, with error: Int32) { FaultyCall.arm?(rawValue, Int32(count), error) }

    private static let isSeen = dlsym(nil, "fault_seen").map {
      unsafeBitCast($0, to: (@convention(c) () -> Int32).self)
    }

    /// Whether a call has failed.
    static var hasFailed: Bool { isSeen?() == 1 }

    /// Lets no more calls fail; returns whether one has.
    static func end() -> Bool { hasFired?() == 1 }
  }
#endif
