// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The record of an upload that is under way, locked: a client must not write to one upload resource twice at once
/// (draft-ietf-httpbis-resumable-upload §4.4), of which servers make a mixture.
final class HeldRecord: Sendable {
  private let descriptor: Int32

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Holds the record at a path; `nil` where there is none.
  ///
  /// - Throws: ``SystemFailure`` where another upload holds it.
  static func hold(_ path: String) throws(SystemFailure) -> HeldRecord? {
    // It may be replaced, or removed at the end of its upload, before it is locked.
    for _ in 0..<16 {
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
      // What else is wrong with it is told where it is read.
      guard descriptor >= 0 else { return nil }
      let held = HeldRecord(descriptor)
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { break }
      if PartialFile.isNamed(path, descriptor) { return held }
    }
    throw SystemFailure(reason: "another upload is under way with the record \(path)")
  }

  /// Holds a record that is about to be put in its place; `nil` where the system gives no descriptor.
  static func hold(new descriptor: Int32) -> HeldRecord? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    _ = flock(copy, LOCK_EX | LOCK_NB)
    return HeldRecord(copy)
  }
}
