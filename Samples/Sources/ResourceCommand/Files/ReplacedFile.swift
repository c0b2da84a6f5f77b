// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// A file that takes the place of another when it is whole, and is not seen before.
///
/// Where the system can, it has no name until then, so that nothing is left of it however the process ends. Elsewhere it
/// has one of its own, which goes with the object and on a signal.
final class ReplacedFile {
  let descriptor: Descriptor
  private let path: String
  /// The name it has until it has its own; `nil` for none.
  private var temporary: (path: String, claim: UnfinishedName)?

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: where it will be; no symbolic link.
  ///   - permissions: who may do what with it; as with the file that is there, or any new one, unless named.
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
    // Root's file stays its owner's; to others it is refused. What `open` was given is cut by the mask of the process.
    if isThere { _ = fchown(number, facts.st_uid, facts.st_gid) }
    if let kept { fchmod(number, kept) }
  }

  deinit {
    close(descriptor.number)
    guard let temporary else { return }
    unlink(temporary.path)
    temporary.claim.end()
  }

  /// Puts the file in its place.
  ///
  /// - Throws: ``SystemError``; the file that was there still is.
  func finish() throws(SystemError) {
    // Before it has its name, so that a machine that stops leaves the old file or the new one.
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

  /// A name beside a path, as short as can be: the path's own may be as long as is allowed.
  private static func temporary(for path: String) -> (path: String, claim: UnfinishedName) {
    let name = ".resource-\(getpid())-\(UInt32.random(in: .min ... .max))"
    let path = "\(LinkedPath.folder(of: path))/\(name)"
    return (path, UnfinishedName(path))
  }

  /// Opens a file without a name; below 0 where there is no such thing.
  private static func openNameless(in folder: String, _ mode: mode_t) -> Int32 {
    #if os(Linux)
      // O_TMPFILE, which Glibc shows Swift not; a name can be had for it later by way of /proc only.
      guard access("/proc/self/fd", X_OK) == 0 else { return -1 }
      return open(folder, 0o20_000_000 | O_DIRECTORY | O_WRONLY | O_CLOEXEC, mode)
    #else
      return -1
    #endif
  }
}
