// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A file or pipe whose bytes are sent.
enum GivenFile {
  /// The file has more bytes than are held in memory.
  struct TooLarge: Error, CustomStringConvertible {
    let description = "has more than \(GivenFile.sizeLimit >> 20) MiB"
  }

  /// Nobody has opened the pipe for writing.
  struct NoWriter: Error, CustomStringConvertible {
    let description = "is a pipe that no process writes to"
  }

  private static let sizeLimit = 256 << 20

  /// Opens a file, or standard input for `-`, without waiting for the writer of a pipe.
  static func open(_ path: String) throws(SystemError) -> Int32 {
    // A duplicate shares its flags with the original, so standard input stays blocking for other users.
    let descriptor = path == "-" ? dup(0) : Essentials.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    return descriptor
  }

  /// Whether a descriptor is a regular file.
  static func isRegular(_ descriptor: Int32) -> Bool { type(of: descriptor) == S_IFREG }

  /// Whether a path is a pipe, such as that of `<(…)`.
  static func isPipe(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO
  }

  /// Reads all bytes of a file.
  ///
  /// - Throws: ``SystemError``; ``NoWriter`` for a pipe that nobody opens for writing; ``TooLarge``.
  static func read(_ path: String) throws -> Data {
    let descriptor = try open(path)
    defer { close(descriptor) }
    if type(of: descriptor) == S_IFDIR { throw SystemError(EISDIR) }
    // What is left is asked before anything is read; a device or a pipe does not know, and is read up to the limit.
    if let rest = rest(of: descriptor), rest > sizeLimit { throw TooLarge() }
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
        // The end of the pipe, unless no writer has opened it yet.
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard waitsForWriter, poll(&waiting, 1, 20) == 0 else { return data }
        guard ContinuousClock.now < end else { throw NoWriter() }
      } else if errno == EAGAIN {
        // A writer has the pipe open and may take its time.
        waitsForWriter = false
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&waiting, 1, -1)
      } else if errno != EINTR {
        throw SystemError()
      }
    }
  }

  /// The bytes of a regular file behind its position, which is another than its start if standard input was read before.
  private static func rest(of descriptor: Int32) -> Int? {
    guard let facts = facts(of: descriptor), facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size) - max(0, Int(lseek(descriptor, 0, SEEK_CUR)))
  }

  private static func type(of descriptor: Int32) -> mode_t { facts(of: descriptor).map { $0.st_mode & S_IFMT } ?? 0 }

  private static func facts(of descriptor: Int32) -> stat? {
    var facts = stat()
    return fstat(descriptor, &facts) == 0 ? facts : nil
  }
}
