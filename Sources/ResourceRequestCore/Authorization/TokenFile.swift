// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A token in a file that something else keeps current: read again when the file is another one, or a changed one.
final class TokenFile: Sendable {
  /// What tells one state of a file from the next; a look at it costs one system call.
  private struct Mark: Sendable, Hashable {
    let device: UInt64
    let file: UInt64
    let size: Int64
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var facts = stat()
      guard stat(path, &facts) == 0 else { return nil }
      device = UInt64(truncatingIfNeeded: facts.st_dev)
      file = UInt64(truncatingIfNeeded: facts.st_ino)
      size = Int64(facts.st_size)
      #if canImport(Darwin)
        let changed = facts.st_mtimespec
      #else
        let changed = facts.st_mtim
      #endif
      seconds = Int(changed.tv_sec)
      nanoseconds = Int(changed.tv_nsec)
    }
  }

  private let path: String
  /// Invariant: the token is what the file held when it had the mark, or something newer.
  private let last = Lock<(mark: Mark, token: Secret)?>(nil)

  init(_ path: String) {
    self.path = path
  }

  /// The token as it stands in the file, without blanks and line ends around it.
  ///
  /// - Throws: ``TransportFailure`` where the file cannot be read or holds no token.
  func token() throws -> Secret {
    guard let mark = Mark(path) else { throw failure("cannot be read") }
    if let last = last.withLock(\.self), last.mark == mark { return last.token }
    let bytes: [UInt8]
    do { bytes = try BoundedFile.read(path, limit: 64 << 10) } catch {
      throw failure("cannot be read: \(error.reason)")
    }
    let isBlank: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    let text = bytes.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
    let token = String(decoding: Array(text), as: UTF8.self)
    guard !token.isEmpty, TokenReply.isSendable(token) else { throw failure("holds no token") }
    last.withLock { $0 = (mark, Secret(token)) }
    return Secret(token)
  }

  private func failure(_ what: String) -> TransportFailure {
    TransportFailure(code: .tokenUnavailable, message: "the token file \(path) \(what)", phase: .queued)
  }
}
