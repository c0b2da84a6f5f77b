// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A pseudo-terminal for a process to write to.
struct Terminal {
  /// The end that the process writes to.
  let inside: FileHandle
  /// The device's path, for processes that open it.
  let path: String
  private let outside: FileHandle

  /// Opens a pseudo-terminal.
  ///
  /// - Throws: a system error if none is available.
  init(columns: UInt16) throws {
    let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    guard descriptor >= 0, let name = Self.unlock(descriptor) else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    path = name
    outside = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let end = open(name, O_RDWR | O_NOCTTY)
    guard end >= 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    inside = FileHandle(fileDescriptor: end, closeOnDealloc: true)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(end, UInt(TIOCSWINSZ), &size)
  }

  /// Runs `resource` with stdout and stderr on a terminal.
  ///
  /// - Returns: the exit status, and everything written, with plain line ends.
  static func shown(
    _ arguments: [String],
    columns: UInt16 = 200,
    environment: [String: String] = ["TERM": "xterm", "NO_COLOR": ""]
  ) async throws -> (status: Int32, text: String) {
    let terminal = try Terminal(columns: columns)
    let process = BuiltProduct.resource.process(arguments, environment: environment)
    process.standardOutput = terminal.inside
    process.standardError = terminal.inside
    let status = try await process.end()
    return (status, try terminal.drain().replacing("\r\n", with: "\n"))
  }

  /// Everything written to the terminal; call it after the writer has ended.
  func drain() throws -> String {
    _ = fcntl(outside.fileDescriptor, F_SETFL, O_NONBLOCK)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(outside.fileDescriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer[..<count]
    }
  }

  /// Unlocks the inner end of a pseudo-terminal and returns its path.
  private static func unlock(_ descriptor: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0 else { return nil }
      return ptsname(descriptor).map { String(cString: $0) }
    #else
      // Swift cannot call glibc's `unlockpt` and `ptsname`; these are the requests they make, TIOCSPTLCK and TIOCGPTN.
      var isLocked: Int32 = 0
      var number: Int32 = 0
      guard ioctl(descriptor, 0x4004_5431, &isLocked) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0 else {
        return nil
      }
      return "/dev/pts/\(number)"
    #endif
  }
}
