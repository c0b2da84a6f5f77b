// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The system's `write`, under a name of its own beside ours.
private let writeBytes = write

/// A file that appears completely or not at all, readable only by its owner.
package enum NewFile {
  /// Writes a file unless it exists by then; another process's file wins.
  package static func write(_ data: Data, to path: String) throws(SystemFailure) {
    // A link, unlike a rename, never replaces an existing file.
    try write(data, to: path) { link($0, path) == 0 || errno == EEXIST }
  }

  /// Writes a file and replaces an existing one; at any moment the complete old or new one exists.
  ///
  /// A device or a pipe is written to.
  ///
  /// - Parameters:
  ///   - path: its path.
  ///   - data: its content.
  ///   - prepare: gets the new file's descriptor before the file takes its place.
  /// - Throws: ``SystemFailure`` if the file cannot be written.
  package static func replace(
    _ path: String,
    with data: Data,
    prepare: (Int32) -> Void = { _ in }
  ) throws(SystemFailure) {
    if isSpecial(path) {
      try writeInto(path, data)
    } else {
      try write(data, to: path, prepare) { rename($0, path) == 0 }
    }
  }

  /// Why no file can be created at a path; `nil` if its folder allows it.
  package static func refusal(of path: String) -> SystemFailure? {
    let folder = folder(of: path)
    return access(folder, W_OK | X_OK) == 0 ? nil : SystemFailure("cannot create a file in \(folder)")
  }

  /// The folder that contains a file.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Whether a path names a device, a pipe or a socket, such as `/dev/null`, which a rename would remove.
  private static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  private static func writeInto(_ path: String, _ data: Data) throws(SystemFailure) {
    // A pipe that nobody reads is a failure, and nothing to wait for.
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw SystemFailure("\(path) cannot be written") }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, 0)
    guard writeAll(data, to: descriptor) else { throw SystemFailure("\(path) cannot be written") }
  }

  /// Whether all bytes could be written; if not, `errno` says why.
  static func writeAll(_ data: Data, to descriptor: Int32) -> Bool {
    data.withUnsafeBytes { bytes in
      CacheFolder.transfer(bytes.count) {
        writeBytes(descriptor, bytes.baseAddress?.advanced(by: $0), bytes.count - $0)
      }
    }
  }

  private static func write(
    _ data: Data,
    to path: String,
    _ prepare: (Int32) -> Void = { _ in },
    _ place: (String) -> Bool
  ) throws(SystemFailure) {
    // A short name: that of the file may have the greatest length allowed.
    let temporary = "\(folder(of: path))/.resource-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure("the file \(path) cannot be written") }
    defer { unlink(temporary) }
    let isWhole = writeAll(data, to: descriptor) && fsync(descriptor) == 0
    if isWhole { prepare(descriptor) }
    close(descriptor)
    guard isWhole, place(temporary) else { throw SystemFailure("the file \(path) cannot be written") }
  }
}
