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

/// A file's bytes, read in pieces.
struct FileChunks: AsyncSequence, Sendable {
  /// One piece: large enough to be read fast, small enough to be many at once.
  static let pieceSize = 256 << 10

  private let file: OpenFile

  /// The body that a file is: its length is what it is now, and it is opened anew for each sending.
  static func body(_ path: String) -> OutgoingBody {
    OutgoingBody(length: OpenFile.size(path), isReplayable: true) { FileChunks(file: try OpenFile(path)) }
  }

  func makeAsyncIterator() -> Iterator { Iterator(file: file) }

  struct Iterator: AsyncIteratorProtocol {
    let file: OpenFile
    private var offset = 0

    init(file: OpenFile) {
      self.file = file
    }

    mutating func next() async throws -> Data? {
      let piece = try file.read(FileChunks.pieceSize, at: offset)
      offset += piece.count
      return piece.isEmpty ? nil : piece
    }
  }
}

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
      throw TransportFailure(code: .invalidBody, message: "\(path) is no regular file", phase: .queued)
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

  private static func failure(_ path: String) -> TransportFailure {
    TransportFailure(
      code: .invalidBody,
      message: "the file \(path) cannot be read: \(String(cString: strerror(errno)))",
      phase: .queued
    )
  }
}
