// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A file that is open for reading until it is released.
package final class OpenFile: Sendable {
  private let descriptor: Int32
  private let path: String

  package init(_ path: String) throws {
    self.path = path
    // C would end the path at the NUL and open another file.
    guard !path.utf8.contains(0) else {
      throw ResourceError(code: .invalidBody, message: "the path of the file holds a NUL")
    }
    // Checked before it is opened, since opening a pipe affects its other end; opened without blocking; and checked
    // again, since it may have been replaced.
    var facts = stat()
    if stat(path, &facts) == 0, !OpenFile.isRegular(facts) { throw OpenFile.refusal(path) }
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw OpenFile.failure(path) }
    guard fstat(descriptor, &facts) == 0, OpenFile.isRegular(facts) else {
      close(descriptor)
      throw OpenFile.refusal(path)
    }
  }

  deinit {
    close(descriptor)
  }

  /// The size of a regular file; `nil` if there is no readable one, or if it has content although its size is 0, as
  /// files of /proc have.
  package static func size(_ path: String) -> Int? {
    var facts = stat()
    guard !path.utf8.contains(0), stat(path, &facts) == 0, isRegular(facts) else { return nil }
    guard facts.st_size == 0 else { return Int(facts.st_size) }
    // Whatever is wrong with it is told when it is sent.
    return (try? OpenFile(path).read(1, at: 0))?.isEmpty == true ? 0 : nil
  }

  /// Its size and modification time.
  package func state() throws -> FileState {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw OpenFile.failure(path) }
    let changed = facts.writeTime
    return FileState(size: Int(facts.st_size), seconds: Int(changed.tv_sec), nanoseconds: Int(changed.tv_nsec))
  }

  package func read(_ count: Int, at offset: Int) throws -> Data {
    guard let memory = malloc(count) else { throw OpenFile.failure(path) }
    var length: Int
    repeat { length = pread(descriptor, memory, count, off_t(offset)) } while length < 0 && errno == EINTR
    guard length > 0 else {
      free(memory)
      if length < 0 { throw OpenFile.failure(path) }
      return Data()
    }
    return Data(bytesNoCopy: memory, count: length, deallocator: .free)
  }

  private static func isRegular(_ facts: stat) -> Bool { facts.st_mode & S_IFMT == S_IFREG }

  private static func refusal(_ path: String) -> ResourceError {
    ResourceError(code: .invalidBody, message: "\(path) is not a regular file")
  }

  private static func failure(_ path: String) -> ResourceError {
    ResourceError(code: .invalidBody, message: "\(SystemFailure("the file \(path) cannot be read"))")
  }
}

/// Identifies a state of a file by its size and modification time.
package struct FileState: Codable, Hashable, Sendable {
  package let size: Int
  package let seconds: Int
  package let nanoseconds: Int
}
