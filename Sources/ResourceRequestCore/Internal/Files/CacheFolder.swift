// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

#if canImport(Darwin)
  private typealias DirectoryStream = UnsafeMutablePointer<DIR>
#else
  private typealias DirectoryStream = OpaquePointer
#endif

/// The system's `read` and `write`, under names of their own.
private let readBytes = read

/// A directory of responses: files that appear completely or not at all, readable only by their owner.
struct CacheFolder: Sendable {
  /// The suffix of files with responses.
  static let suffix = ".rrcache"
  /// The suffix of files that are being written.
  private static let draft = ".draft"
  /// Marks the directory as a cache (bford.info/cachedir), and as ours.
  private static let tag = "CACHEDIR.TAG"
  private static let tagText =
    "Signature: 8a477f597d28d172789f06886806bc55\n# Responses kept by swift-resource-request.\n"

  let path: String

  /// A file, by its name.
  struct Entry: Sendable {
    let name: String
    let bytes: Int
    /// When it was last written or used, since 1970: in nanoseconds, so that files of one second keep their order.
    let used: Duration
    /// It is being written, and no response yet.
    let isDraft: Bool
  }

  /// Creates the directory if it is missing, and checks that it is one for responses.
  ///
  /// A tag that was begun and not finished is no other file.
  ///
  /// - Throws: ``SystemFailure`` if it cannot be created or written, has another owner, or contains other files.
  static func prepare(_ path: String) throws(SystemFailure) {
    try examine(path)
    try make(path[...])
    try check(path)
    let names = try CacheFolder(path: path).names()
    if names.contains(where: { $0.hasSameBytes(as: tag) }) { return }
    try CacheFolder(path: path).write(Data(tagText.utf8), as: tag)
  }

  /// Checks a directory as far as that is possible without changing anything: one that is missing must be possible to
  /// make.
  ///
  /// - Throws: ``SystemFailure``, as ``prepare(_:)``.
  static func examine(_ path: String) throws(SystemFailure) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw SystemFailure(reason: "the path names no directory") }
    if access(path, F_OK) == 0 || errno != ENOENT { return try check(path) }
    var parent = path[...]
    repeat {
      guard let slash = parent.lastIndex(ofByte: "/"), slash > parent.startIndex else {
        parent = path.begins(withBytesOf: "/") ? "/" : "."
        break
      }
      parent = parent[..<slash]
    } while access(String(parent), F_OK) != 0 && errno == ENOENT
    guard access(String(parent), W_OK | X_OK) == 0 else { throw SystemFailure("the directory \(path) cannot be made") }
  }

  /// Checks a directory that exists.
  private static func check(_ path: String) throws(SystemFailure) {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw SystemFailure("the directory \(path) cannot be examined") }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemFailure(reason: "\(path) is not a directory") }
    guard status.st_uid == geteuid() else { throw SystemFailure(reason: "the directory \(path) is another user's") }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      throw SystemFailure(reason: "other users may write to the directory \(path)")
    }
    guard access(path, R_OK | W_OK | X_OK) == 0 else { throw SystemFailure("the directory \(path) cannot be written") }
    let names = try CacheFolder(path: path).names()
    // Whoever has just made it may be writing the tag, or was killed doing so.
    let isNew = names.allSatisfy { $0.begins(withBytesOf: tag + ".") && $0.ends(withBytesOf: draft) }
    guard isNew || names.contains(where: { $0.hasSameBytes(as: tag) }) else {
      throw SystemFailure(reason: "the directory \(path) contains files other than stored responses; name an empty one")
    }
  }

  private static func make(_ path: Substring) throws(SystemFailure) {
    if mkdir(String(path), 0o700) == 0 || errno == EEXIST { return }
    if errno == ENOENT, let slash = path.lastIndex(ofByte: "/"), slash > path.startIndex {
      try make(path[..<slash])
      if mkdir(String(path), 0o700) == 0 || errno == EEXIST { return }
    }
    throw SystemFailure("the directory \(path) cannot be made")
  }

  /// The names of all its entries, or of those of a folder in it.
  func names(in shard: String? = nil) throws(SystemFailure) -> [String] {
    guard let directory = opendir(shard.map { path + "/" + $0 } ?? path) else {
      if shard != nil, errno == ENOENT || errno == ENOTDIR { return [] }
      throw SystemFailure("the directory \(path) cannot be read")
    }
    defer { closedir(directory) }
    return Self.names(directory)
  }

  private static func names(_ directory: DirectoryStream) -> [String] {
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if !name.hasSameBytes(as: "."), !name.hasSameBytes(as: "..") { names.append(name) }
    }
    return names
  }

  /// The files of responses and of drafts; drafts without a writer are removed.
  func entries() throws(SystemFailure) -> [Entry] {
    var entries: [Entry] = []
    let now = Int(time(nil))
    for shard in try names() where shard.utf8.count == 2 {
      guard let directory = opendir(path + "/" + shard) else { continue }
      defer { closedir(directory) }
      let place = dirfd(directory)
      for name in Self.names(directory) {
        let isDraft = name.ends(withBytesOf: Self.draft)
        guard isDraft || name.ends(withBytesOf: Self.suffix) else { continue }
        var status = stat()
        guard fstatat(place, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFREG else {
          continue
        }
        let used = status.lastChange
        if isDraft, .seconds(now) - used > .seconds(2), isAbandoned(shard + "/" + name) {
          _ = try? remove(shard + "/" + name)
          continue
        }
        entries.append(Entry(name: shard + "/" + name, bytes: Int(status.st_size), used: used, isDraft: isDraft))
      }
    }
    return entries
  }

  /// Whether a draft has no writer any more: a writer holds a lock on it, which ends with the writer.
  private func isAbandoned(_ name: String) -> Bool {
    let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// The content of a file, or a number of bytes of its beginning; `nil` if it is missing.
  ///
  /// What is no file, such as a link or a pipe in its place, is missing; it is not waited for.
  func read(_ name: String, upTo most: Int = .max) throws(SystemFailure) -> Data? {
    let descriptor = open(path + "/" + name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
      throw SystemFailure("a stored response cannot be read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else { return nil }
    let size = min(Int(status.st_size), most)
    var data = Data(count: size)
    let isWhole = data.withUnsafeMutableBytes { buffer in
      Self.transfer(size) { readBytes(descriptor, buffer.baseAddress?.advanced(by: $0), size - $0) }
    }
    guard isWhole else { throw SystemFailure("a stored response cannot be read") }
    return data
  }

  /// Repeats a call of the system, which is given how many bytes are done, until all are; returns whether they are.
  static func transfer(_ size: Int, _ call: (Int) -> Int) -> Bool {
    var done = 0
    while done < size {
      let count = call(done)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  /// Writes a complete file, replacing an existing one.
  ///
  /// It is not flushed to the disk: a file damaged by a crash fails its checksum.
  ///
  /// - Returns: the bytes of the file that it replaced.
  @discardableResult
  func write(_ data: Data, as name: String) throws(SystemFailure) -> Int {
    let draft = "\(path)/\(name).\(getpid()).\(UInt32.random(in: .min ... .max))\(Self.draft)"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    var descriptor = open(draft, flags, 0o600)
    if descriptor < 0, errno == ENOENT, let slash = name.lastIndex(ofByte: "/") {
      mkdir("\(path)/\(name[..<slash])", 0o700)
      descriptor = open(draft, flags, 0o600)
    }
    guard descriptor >= 0 else { throw SystemFailure("a response cannot be stored in \(path)") }
    // If the lock fails, an abandoned draft is still removed eventually.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    let failure = NewFile.writeAll(data, to: descriptor) ? nil : SystemFailure("a response cannot be stored in \(path)")
    // Some file systems report a lack of space only now.
    let isClosed = close(descriptor) == 0
    let replaced = bytes(of: name)
    guard failure == nil, isClosed, rename(draft, path + "/" + name) == 0 else {
      let failure = failure ?? SystemFailure("a response cannot be stored in \(path)")
      unlink(draft)
      throw failure
    }
    return replaced
  }

  /// The bytes of a file; 0 if it is missing.
  private func bytes(of name: String) -> Int {
    var status = stat()
    return lstat(path + "/" + name, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Removes a file, if it exists.
  ///
  /// - Returns: its bytes.
  @discardableResult
  func remove(_ name: String) throws(SystemFailure) -> Int {
    let removed = bytes(of: name)
    if unlink(path + "/" + name) == 0 { return removed }
    if errno == ENOENT || errno == ENOTDIR { return 0 }
    throw SystemFailure("a stored response cannot be removed from \(path)")
  }

  /// Says that a file was used.
  func touch(_ name: String) { utimensat(AT_FDCWD, path + "/" + name, nil, AT_SYMLINK_NOFOLLOW) }
}
