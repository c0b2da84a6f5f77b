// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The system's `write`, under a name of its own.
private let writeAt = pwrite

/// The bytes of a directory's files, as its writers count them in a file that all of them share, so that no process has
/// to list the directory before its first write, and all of them keep to one limit.
///
/// While it is open, other writers wait.
struct SharedSize: ~Copyable {
  /// The bytes, and the number of writes since they were last listed.
  struct Count: Sendable, Hashable {
    var bytes: Int
    var writes: Int
  }

  /// After so many writes the directory is listed again: a process that was killed may have written without counting.
  static let writesBetweenLists = 16_384
  private static let length = 64

  private let descriptor: Int32

  /// Opens the count of a directory, and waits until no other writer has it open; `nil` if it cannot be opened, or
  /// another has it open for five seconds.
  init?(at path: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    var status = stat()
    for _ in 0..<2 {
      let opened = open(path, flags, 0o600)
      if opened >= 0, fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() {
        guard FileLock.take(opened, tries: 500) else {
          close(opened)
          return nil
        }
        descriptor = opened
        return
      }
      let isOther = opened >= 0 || errno == ELOOP
      if opened >= 0 { close(opened) }
      // Somebody put another kind of file in its place.
      guard isOther, unlink(path) == 0 else { return nil }
    }
    return nil
  }

  deinit { close(descriptor) }

  /// The count; `nil` if nobody has counted yet.
  func read() -> Count? {
    var bytes = [UInt8](repeating: 0, count: Self.length)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    guard count == Self.length else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let numbers = text.split(omittingEmpty: true) { $0 == 0x20 }.map { DecimalDigits.value($0.utf8) }
    guard numbers.count == 2, let size = numbers[0], let writes = numbers[1] else { return nil }
    return Count(bytes: size, writes: writes)
  }

  /// Writes the count.
  func write(_ count: Count) {
    var bytes = Array("\(max(0, count.bytes)) \(max(0, count.writes))".utf8)
    bytes += [UInt8](repeating: 0x20, count: max(0, Self.length - bytes.count))
    // If it fails, the next writer finds an older count, and lists the directory in time.
    _ = bytes.withUnsafeBytes { writeAt(descriptor, $0.baseAddress, $0.count, 0) }
  }
}
