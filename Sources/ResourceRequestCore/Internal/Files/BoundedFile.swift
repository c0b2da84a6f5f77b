// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The system's `read`, under a name of its own beside ours.
private let readBytes = read

/// Reads a whole file, up to a size, without waiting: a device that never ends does no harm, and neither does a pipe
/// without a writer.
package enum BoundedFile {
  /// Why a file could not be read.
  package struct Unreadable: Error, Sendable, Hashable {
    /// The reason, as a phrase that may follow "cannot be read:".
    package let reason: String
  }

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - limit: the maximum size in bytes.
  ///   - follows: whether the path may be a symbolic link.
  ///   - trust: whose file is believed; `nil` for anyone's.
  /// - Returns: the bytes.
  /// - Throws: ``Unreadable``, with the reason.
  package static func read(_ path: String, limit: Int, follows: Bool = true, trust: FileTrust? = nil)
    throws(Unreadable) -> [UInt8]
  {
    // C would end the path at a NUL and open another file.
    guard !path.utf8.contains(0) else { throw Unreadable(reason: "its path holds a NUL") }
    // Checked before it is opened, which the other end of a pipe would notice, and again afterwards, since it may be
    // another file by then.
    var facts = stat()
    if stat(path, &facts) == 0, let reason = refusal(facts) { throw Unreadable(reason: reason) }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follows ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else { throw Unreadable(reason: message(errno)) }
    defer { close(descriptor) }
    guard fstat(descriptor, &facts) == 0 else { throw Unreadable(reason: message(errno)) }
    if let reason = refusal(facts) { throw Unreadable(reason: reason) }
    if let trust, let reason = refusal(of: path, facts, trust) { throw Unreadable(reason: reason) }
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

  /// Why a file is not read; `nil` if it may be read.
  ///
  /// Character devices are read: none of them blocks a reader with `O_NONBLOCK`, and `/dev/null` stands for an empty
  /// file.
  private static func refusal(_ facts: stat) -> String? {
    switch facts.st_mode & S_IFMT {
    case S_IFREG, S_IFCHR: nil
    case S_IFDIR: message(EISDIR)
    case S_IFIFO: "it is a pipe, and no file"
    case S_IFSOCK: "it is a socket, and no file"
    default: "it is a device, not a file"
    }
  }

  private static func refusal(of path: String, _ file: stat, _ trust: FileTrust) -> String? {
    var (entry, folder) = (stat(), stat())
    guard lstat(path, &entry) == 0, stat(NewFile.folder(of: path), &folder) == 0 else { return message(errno) }
    return trust.refusal(of: FileFacts(file), entry: FileFacts(entry), in: FileFacts(folder), for: geteuid())
  }

  private static func readOnce(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      let count = readBytes(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 || errno != EINTR { return count }
    }
  }

  private static func message(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
