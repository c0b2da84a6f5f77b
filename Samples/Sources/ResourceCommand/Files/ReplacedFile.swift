// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A file that replaces another one once it is complete, and is invisible before.
///
/// If the system supports it, the file has no name until then, so nothing is left behind however the process ends.
/// Otherwise it has a temporary name, which is removed with the object or on a signal.
final class ReplacedFile {
  let descriptor: Descriptor
  var path: String
  /// Whether a file that is there is replaced, or kept, which is then an error.
  var replaces = true
  /// The temporary name; `nil` while the file has none.
  private var temporary: (path: String, claim: UnfinishedName)?

  /// Creates a file.
  ///
  /// - Parameters:
  ///   - path: the path of the complete file; must not be a symbolic link.
  ///   - permissions: its permissions; by default those of the replaced file, or of any new one.
  /// - Throws: ``SystemError``.
  init(_ path: String, permissions: mode_t? = nil) throws(SystemError) {
    self.path = path
    var facts = stat()
    let isThere = lstat(path, &facts) == 0
    let kept = permissions ?? (isThere ? facts.st_mode & 0o777 : nil)
    let mode = kept ?? 0o666
    var number = Self.openNameless(in: LinkedPath.folder(of: path), mode)
    if number < 0 {
      let temporary = Self.temporary(for: path)
      number = open(temporary.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      guard number >= 0 else {
        let failure = SystemError()
        temporary.claim.end()
        throw failure
      }
      self.temporary = temporary
    }
    descriptor = Descriptor(number: number)
    // Keeps the owner of the replaced file, which only root can set. The mode that `open` got was reduced by the umask.
    if isThere { _ = fchown(number, facts.st_uid, facts.st_gid) }
    if let kept { fchmod(number, kept) }
  }

  deinit {
    close(descriptor.number)
    guard let temporary else { return }
    unlink(temporary.path)
    temporary.claim.end()
  }

  /// Replaces the file at the path.
  ///
  /// - Throws: ``SystemError``; the replaced file is then unchanged.
  func finish() throws(SystemError) {
    if !replaces { return try finishBesideOthers() }
    // Synced before the rename, so that after a crash the path has the old content or the new one.
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw SystemError() }
    let temporary = temporary ?? Self.temporary(for: path)
    if self.temporary == nil {
      self.temporary = temporary
      let link = "/proc/self/fd/\(descriptor.number)"
      guard linkat(AT_FDCWD, link, AT_FDCWD, temporary.path, AT_SYMLINK_FOLLOW) == 0 else { throw SystemError() }
    }
    guard rename(temporary.path, path) == 0 else { throw SystemError() }
    temporary.claim.end()
    self.temporary = nil
  }

  /// Gives the file its name, if no other has it: a link is refused where a rename would replace.
  private func finishBesideOthers() throws(SystemError) {
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw SystemError() }
    if let temporary {
      guard link(temporary.path, path) == 0 else { throw SystemError() }
    } else {
      let source = "/proc/self/fd/\(descriptor.number)"
      guard linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw SystemError() }
    }
  }

  /// A short temporary name in the same folder: the path's own name may have the greatest length allowed.
  private static func temporary(for path: String) -> (path: String, claim: UnfinishedName) {
    let name = ".resource-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let path = "\(LinkedPath.folder(of: path))/\(name)"
    return (path, UnfinishedName(path))
  }

  /// Opens a file without a name; negative if the system does not support that.
  private static func openNameless(in folder: String, _ mode: mode_t) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, which Glibc's module does not export; such a file can be named later through /proc only.
      guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
      return open(folder, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
    #else
      return -1
    #endif
  }
}
