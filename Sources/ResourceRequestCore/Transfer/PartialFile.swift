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

/// A download while it comes in: bytes beside their target, under a name of their own, until they are whole.
///
/// One writer has it at a time, which a lock on the file sees to. Used by one task; blocking calls on a local disk are
/// short.
final class PartialFile {
  private let target: String
  private let path: String
  private let notePath: String
  private let keeps: Bool
  private let descriptor: Int32
  private var isDone = false
  private(set) var size: Int

  /// Opens the file for a target.
  ///
  /// - Parameters:
  ///   - target: where the file will be when it is whole.
  ///   - keeps: whether what is there is kept when the download fails, and taken up when it starts.
  /// - Throws: ``SystemFailure``.
  init(for target: String, keeps: Bool) throws(SystemFailure) {
    self.target = target
    self.keeps = keeps
    path = keeps ? target + ".part" : target + ".\(getpid()).\(UInt32.random(in: .min ... .max)).part"
    notePath = path + ".json"
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (keeps ? 0 : O_EXCL), 0o666)
    guard descriptor >= 0 else { throw SystemFailure("the file \(path) cannot be written") }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let failure = SystemFailure("another download is writing \(path)")
      close(descriptor)
      throw failure
    }
    size = Int(lseek(descriptor, 0, SEEK_END))
  }

  deinit {
    if !isDone, !keeps { unlink(path) }
    close(descriptor)
  }

  /// What was remembered of the bytes that are there; `nil` where they cannot be resumed.
  var note: PartialDownload? {
    guard keeps, size > 0, let data = try? Data(contentsOf: URL(filePath: notePath)) else { return nil }
    return try? JSONDecoder().decode(PartialDownload.self, from: data)
  }

  /// Throws away what is there, and remembers what comes, where that can be resumed.
  func startOver(_ note: PartialDownload?) throws {
    unlink(notePath)
    guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure("the file \(path) cannot be emptied") }
    size = 0
    guard keeps, let note else { return }
    // The note is there, whole, before the first byte of what it is about.
    try JSONEncoder().encode(note).write(to: URL(filePath: notePath), options: .atomic)
  }

  /// Adds bytes.
  func append(_ data: Data) throws(SystemFailure) {
    var failure: SystemFailure?
    data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = pwrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written, off_t(size))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else {
          failure = SystemFailure("the file \(path) cannot be written")
          return
        }
        written += count
        size += count
      }
    }
    if let failure { throw failure }
  }

  /// Puts the file, whole, where it belongs.
  func finish() throws(SystemFailure) {
    guard fsync(descriptor) == 0 else { throw SystemFailure("the file \(path) cannot be written") }
    guard rename(path, target) == 0 else { throw SystemFailure("the file \(target) cannot be put in its place") }
    isDone = true
    unlink(notePath)
    syncFolder()
  }

  /// Makes the renaming last.
  ///
  /// Not all file systems can; the file itself is safe by then.
  private func syncFolder() {
    let slash = target.lastIndex(ofByte: "/")
    let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
