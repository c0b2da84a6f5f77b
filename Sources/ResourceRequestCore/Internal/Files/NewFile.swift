// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's `write`, under a name of its own beside ours.
private let writeBytes = write

/// A file that appears whole or not at all, for its owner's eyes only.
enum NewFile {
  /// Writes a file unless one is there by then; that of another process wins.
  static func write(_ data: Data, to path: String) throws(SystemFailure) {
    // A link, unlike a rename, never replaces what is there.
    try write(data, to: path) { link($0, path) == 0 || errno == EEXIST }
  }

  /// Writes a file in the place of the one that may be there; at any moment there is the whole old one or the new one.
  static func replace(_ path: String, with data: Data) throws(SystemFailure) {
    try write(data, to: path) { rename($0, path) == 0 }
  }

  private static func write(_ data: Data, to path: String, _ place: (String) -> Bool) throws(SystemFailure) {
    let temporary = path + ".\(getpid()).\(UInt32.random(in: .min ... .max))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure("the file \(path) cannot be written") }
    defer { unlink(temporary) }
    let written = data.withUnsafeBytes { Int(writeBytes(descriptor, $0.baseAddress, $0.count)) }
    let isWhole = written == data.count && fsync(descriptor) == 0
    close(descriptor)
    guard isWhole, place(temporary) else { throw SystemFailure("the file \(path) cannot be written") }
  }
}
