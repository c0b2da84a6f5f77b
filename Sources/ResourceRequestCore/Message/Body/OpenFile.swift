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

/// A file open for reading, as long as somebody has it.
final class OpenFile: Sendable {
  private let descriptor: Int32
  private let path: String

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw OpenFile.failure(path) }
    if !OpenFile.isRegular(descriptor) {
      close(descriptor)
      throw ResourceError(code: .invalidBody, message: "\(path) is no regular file")
    }
  }

  deinit {
    close(descriptor)
  }

  /// The size of a regular file; `nil` where there is none to be read.
  static func size(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  func read(_ count: Int, at offset: Int) throws -> Data {
    guard let memory = malloc(count) else { throw OpenFile.failure(path) }
    let length = pread(descriptor, memory, count, off_t(offset))
    guard length > 0 else {
      free(memory)
      if length < 0 { throw OpenFile.failure(path) }
      return Data()
    }
    return Data(bytesNoCopy: memory, count: length, deallocator: .free)
  }

  private static func isRegular(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static func failure(_ path: String) -> ResourceError {
    ResourceError(code: .invalidBody, message: "\(SystemFailure("the file \(path) cannot be read"))")
  }
}
