// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reads a whole file, up to a size: also a device or a pipe that would never end does no harm.
enum BoundedFile {
  /// Why a file could not be read.
  struct Unreadable: Error, Sendable, Hashable {
    /// The reason, as a phrase that may follow "cannot be read:".
    let reason: String
  }

  /// The bytes of a file.
  static func read(_ path: String, limit: Int) throws(Unreadable) -> [UInt8] {
    // C would end the path at a NUL and open another file.
    guard !path.utf8.contains(0) else { throw Unreadable(reason: "its path holds a NUL") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(reason: message(errno)) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = block.withUnsafeMutableBytes { readOnce(descriptor, into: $0) }
      guard count >= 0 else { throw Unreadable(reason: message(errno)) }
      if count == 0 { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw Unreadable(reason: "it is larger than \(limit) bytes") }
    }
  }

  private static func readOnce(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
