// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A file, or a pipe, whose bytes are to be sent.
enum GivenFile {
  /// It has more bytes than are held in memory.
  struct TooLarge: Error, CustomStringConvertible {
    let description = "has more than \(GivenFile.sizeLimit >> 20) MiB"
  }

  private static let sizeLimit = 256 << 20

  /// Opens it, or standard input for `-`, also where it is a pipe whose other end is not there yet.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    // Not made non-blocking: others have the same standard input.
    let descriptor = path == "-" ? dup(0) : Essentials.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    return descriptor
  }

  /// Whether it is a regular file.
  static func isRegular(_ descriptor: Int32) -> Bool { type(of: descriptor) == S_IFREG }

  /// All of its bytes.
  ///
  /// - Throws: ``SystemError``: `ETIMEDOUT` for a pipe nobody opens to write; ``TooLarge``.
  static func read(_ path: String) throws -> Data {
    let descriptor = try open(path)
    defer { close(descriptor) }
    if type(of: descriptor) == S_IFDIR { throw SystemError(EISDIR) }
    var waitsForWriter = path != "-" && type(of: descriptor) == S_IFIFO
    let end = ContinuousClock.now.advanced(by: NamedPipe.patience)
    var data = Data()
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Essentials.read(descriptor, &block, block.count)
      if count > 0 {
        waitsForWriter = false
        data += block[..<count]
        guard data.count <= sizeLimit else { throw TooLarge() }
      } else if count == 0 {
        // The end of a pipe, unless nobody has begun to write it.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard waitsForWriter, poll(&waiting, 1, 20) == 0 else { return data }
        guard ContinuousClock.now < end else { throw SystemError(ETIMEDOUT) }
      } else if errno == EAGAIN {
        // Somebody is there who writes when it suits him.
        waitsForWriter = false
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw SystemError()
      }
    }
  }

  private static func type(of descriptor: Int32) -> mode_t {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? facts.st_mode & S_IFMT : 0
  }
}
