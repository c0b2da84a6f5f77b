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
/// One writer has it at a time, which a lock on the file sees to. What fails leaves its bytes behind only together with
/// a note of what they are. Used by one task; blocking calls on a local disk are short.
final class PartialFile {
  /// The largest note that is read, in bytes.
  private static let noteLimit = 16 << 10

  private let target: String
  private let path: String
  private let notePath: String
  private let keeps: Bool
  private let descriptor: Int32
  private var isDone = false
  private(set) var size: Int
  /// What was remembered of the bytes that are there; `nil` where they cannot be resumed.
  private(set) var note: PartialDownload?

  /// Opens the file for a target.
  ///
  /// - Parameters:
  ///   - target: where the file will be when it is whole.
  ///   - keeps: whether what is there is kept when the download fails, and taken up when it starts.
  /// - Throws: ``SystemFailure``.
  init(for target: String, keeps: Bool) throws(SystemFailure) {
    // C would end the path there, and open another file.
    guard !target.utf8.contains(0) else { throw SystemFailure(reason: "the path of the file holds a NUL") }
    self.target = target
    self.keeps = keeps
    path = keeps ? target + ".part" : target + ".\(getpid()).\(UInt32.random(in: .min ... .max)).part"
    notePath = path + ".json"
    descriptor = try PartialFile.openLocked(path, isNew: !keeps)
    size = Int(lseek(descriptor, 0, SEEK_END))
    guard keeps, size > 0, let bytes = try? BoundedFile.read(notePath, limit: PartialFile.noteLimit, follows: false),
      let note = try? JSONDecoder().decode(PartialDownload.self, from: Data(bytes)),
      note.total.map({ size <= $0 }) ?? true
    else { return }
    self.note = note
  }

  deinit {
    // While it is still locked, so that it is nobody else's.
    if !isDone, note == nil || size == 0 {
      unlink(path)
      if keeps { unlink(notePath) }
    }
    close(descriptor)
  }

  /// Throws away what is there, and remembers what comes, where that can be resumed.
  func startOver(_ new: PartialDownload?) throws(SystemFailure) {
    // No note stands beside bytes that it is not about, whatever happens in between.
    guard !keeps || unlink(notePath) == 0 || errno == ENOENT else {
      throw SystemFailure("the file \(notePath) cannot be removed")
    }
    note = nil
    guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure("the file \(path) cannot be emptied") }
    size = 0
    guard keeps, let new else { return }
    guard let data = try? JSONEncoder().encode(new) else { return }
    try NewFile.replace(notePath, with: data)
    note = new
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
    if keeps { unlink(notePath) }
    syncFolder()
  }

  /// Makes the renaming last.
  ///
  /// Not all file systems can; the file itself is safe by then.
  private func syncFolder() {
    let slash = target.lastIndex(ofByte: "/")
    let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Opening

  /// Opens a file that has this name once it is locked.
  private static func openLocked(_ path: String, isNew: Bool) throws(SystemFailure) -> Int32 {
    // Whoever has just finished has given the file its other name: that one is not ours to write to.
    for _ in 0..<16 {
      let descriptor = try openOwn(path, isNew: isNew)
      var failure: SystemFailure?
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        failure = SystemFailure("another download is writing \(path)")
      } else if isNamed(path, descriptor) {
        return descriptor
      }
      close(descriptor)
      if let failure { throw failure }
    }
    throw SystemFailure(reason: "another download is writing \(path)")
  }

  /// Opens a regular file that has no other name; a link would lead the bytes elsewhere.
  private static func openOwn(_ path: String, isNew: Bool) throws(SystemFailure) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | (isNew ? O_EXCL : 0)
    let descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else {
      if errno == ELOOP { throw SystemFailure(reason: "\(path) is a symbolic link, which is not written through") }
      throw SystemFailure("the file \(path) cannot be written")
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink <= 1 else {
      close(descriptor)
      throw SystemFailure(reason: "\(path) is no regular file with this name alone, and is not written to")
    }
    return descriptor
  }

  /// Whether a path leads to an open file.
  private static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}
