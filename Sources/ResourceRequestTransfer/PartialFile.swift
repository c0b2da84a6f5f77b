// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A download in progress: a file beside its target, under a name of its own, until it is complete.
///
/// A lock on the file ensures a single writer. A failed download leaves its bytes behind only together with their
/// record. Used by one task; blocking calls on a local disk are short.
final class PartialFile {
  /// The maximum size of a record in bytes.
  private static let noteLimit = 16 << 10

  private let target: String
  private let path: String
  private let notePath: String
  private let keeps: Bool
  private let descriptor: Int32
  private var isDone = false
  private(set) var size: Int
  /// The record of the existing bytes; `nil` if they cannot be resumed.
  private(set) var note: PartialDownload?
  /// Whether the file system shows it as this user's; if not, a later download would refuse it, and nothing is kept.
  private let isShownAsOwn: Bool
  /// Whether it has the bytes of another program still.
  private var isForeign = false

  /// Opens the file for a target.
  ///
  /// - Parameters:
  ///   - target: the path of the complete file.
  ///   - keeps: whether the bytes are kept after a failure and resumed at the start.
  /// - Throws: ``SystemFailure``.
  init(for target: String, keeps: Bool) throws(SystemFailure) {
    // C would end the path at the NUL and open another file.
    guard !target.utf8.contains(0) else { throw SystemFailure(reason: "the path of the file holds a NUL") }
    var there = stat()
    if stat(target, &there) == 0, there.st_mode & S_IFMT != S_IFREG {
      let kind = there.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a device, a pipe or a socket"
      throw SystemFailure(reason: "\(target) is \(kind), and no file to replace")
    }
    self.target = target
    self.keeps = keeps
    // A short name where nobody looks for it: that of the file may have the greatest length allowed.
    path =
      keeps
      ? target + ".part"
      : "\(NewFile.folder(of: target))/.resource-\(getpid())-\(UInt32.random(in: .min ... .max)).part"
    notePath = path + ".json"
    // Before anything is requested.
    guard !target.isEmpty else { throw SystemFailure(reason: "the path of the file is empty") }
    let name = (keeps ? notePath : target).utf8.reversed().prefix { $0 != UInt8(ascii: "/") }
    guard name.count <= NAME_MAX else {
      throw SystemFailure(reason: "the name of \(target) is too long\(keeps ? " for a partial file beside it" : "")")
    }
    descriptor = try PartialFile.openLocked(path, isNew: !keeps)
    size = Int(lseek(descriptor, 0, SEEK_END))
    var facts = stat()
    let isShown = fstat(descriptor, &facts) == 0
    isShownAsOwn = isShown && facts.st_uid == geteuid()
    // Others may have changed the bytes of a file that all may write to.
    guard keeps, size > 0, isShown, facts.st_mode & S_IWOTH == 0,
      let bytes = try? BoundedFile.read(notePath, limit: PartialFile.noteLimit, follows: false, trust: .own),
      let note = try? ResourceJSONDecoder().decode(PartialDownload.self, from: Data(bytes)),
      note.total.map({ size <= $0 }) ?? true
    else {
      isForeign = keeps && size > 0
      return
    }
    self.note = note
  }

  deinit {
    // Removed while it is locked, so that it cannot belong to another download.
    if !isDone, !isForeign, note == nil || size == 0 {
      unlink(path)
      if keeps { unlink(notePath) }
    }
    close(descriptor)
  }

  /// Discards the existing bytes and records the new download, if it can be resumed.
  func startOver(_ new: PartialDownload?) throws(SystemFailure) {
    // A record must never describe other bytes, even after a crash in between.
    guard !keeps || unlink(notePath) == 0 || errno == ENOENT else {
      throw SystemFailure("the file \(notePath) cannot be removed")
    }
    (note, isForeign) = (nil, false)
    guard ftruncate(descriptor, 0) == 0 else { throw SystemFailure("the file \(path) cannot be emptied") }
    size = 0
    guard keeps, isShownAsOwn, let new else { return }
    guard let data = try? JSONEncoder().encode(new) else { return }
    try NewFile.replace(notePath, with: data)
    note = new
  }

  /// Appends bytes.
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

  /// Writes what has come to the disk, which may take long, and moves the complete file to its target.
  func finish() async throws(SystemFailure) {
    let number = await BlockingWork.run { [descriptor] in fsync(descriptor) == 0 ? 0 : errno }
    guard number == 0 else {
      errno = number
      let failure = SystemFailure("the file \(path) cannot be written")
      // Bytes that did not reach the disk are lost, and another `fsync` would not say so.
      try? startOver(nil)
      throw failure
    }
    guard rename(path, target) == 0 else { throw SystemFailure("the file \(target) cannot be replaced") }
    isDone = true
    if keeps { unlink(notePath) }
    syncFolder()
  }

  /// Makes the renaming durable.
  ///
  /// Not all file systems support it; the file itself is safe by then.
  private func syncFolder() {
    let descriptor = open(NewFile.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  // MARK: Opening

  /// Opens and locks a file that still has this name afterwards.
  private static func openLocked(_ path: String, isNew: Bool) throws(SystemFailure) -> Int32 {
    // A download that has just finished has renamed the file, which must not be written to.
    for _ in 0..<16 {
      let descriptor = try openOwn(path, isNew: isNew)
      var failure: SystemFailure?
      // A file system without locks loses nothing but them.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        failure = SystemFailure("another download is writing \(path)")
      } else if isNamed(path, descriptor) {
        return descriptor
      }
      close(descriptor)
      if let failure { throw failure }
    }
    throw SystemFailure(reason: "another download is writing \(path)")
  }

  /// Opens a regular file with a single link; another link would lead the bytes elsewhere, and a file of another user
  /// would stay theirs.
  private static func openOwn(_ path: String, isNew: Bool) throws(SystemFailure) -> Int32 {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    // A part that all may write to would not be continued.
    let mode: mode_t = isNew ? 0o666 : 0o664
    // What this call makes is its own, whoever the file system says.
    var descriptor = open(path, flags | O_EXCL, mode)
    let isMade = descriptor >= 0
    if !isMade, !isNew, errno == EEXIST { descriptor = open(path, flags, mode) }
    guard descriptor >= 0 else {
      if errno == ELOOP { throw SystemFailure(reason: "\(path) is a symbolic link, which is not written through") }
      throw SystemFailure("the file \(path) cannot be written")
    }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink <= 1 else {
      close(descriptor)
      throw SystemFailure(reason: "\(path) is not a regular file with a single link, and is not written to")
    }
    guard isMade || facts.st_uid == geteuid() else {
      close(descriptor)
      throw SystemFailure(reason: "\(path) belongs to another user (\(facts.st_uid)), and is not written to; remove it")
    }
    return descriptor
  }

  /// Whether a path names an open file.
  static func isNamed(_ path: String, _ descriptor: Int32) -> Bool {
    var named = stat()
    var opened = stat()
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }
}
