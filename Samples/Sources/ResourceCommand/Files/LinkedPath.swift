// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials

/// Resolves symbolic links in paths, byte by byte.
enum LinkedPath {
  private static let slash = UInt8(ascii: "/")
  /// The number of links that Linux follows.
  private static let linkLimit = 40

  /// The path that a symbolic link leads to, even if nothing is there; a path that is no link is returned unchanged.
  ///
  /// Replacing that file keeps the link; replacing the link's path would not.
  ///
  /// - Throws: ``SystemError`` if links form a loop.
  static func followed(_ path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<linkLimit {
      guard descriptor(path) == nil, let target = target(of: path) else { return path }
      path = target.utf8.first == slash ? target : "\(folder(of: path))/\(target)"
    }
    throw SystemError(ELOOP)
  }

  /// The folder that contains a path.
  static func folder(of path: String) -> String {
    guard let last = path.utf8.lastIndex(of: slash) else { return "." }
    return last == path.utf8.startIndex ? "/" : String(path[..<last])
  }

  /// Whether a path ends with a slash, as only a folder's may.
  static func namesFolder(_ path: String) -> Bool { path.utf8.last == slash }

  /// The descriptor of this process that a path stands for, such as 3 for `/dev/fd/3`.
  static func descriptor(_ path: String) -> Int32? {
    for folder in ["/dev/fd/", "/proc/self/fd/", "/proc/\(getpid())/fd/"] where path.utf8.starts(with: folder.utf8) {
      return Int32(String(decoding: path.utf8.dropFirst(folder.utf8.count), as: UTF8.self))
    }
    return nil
  }

  /// Whether a descriptor was inherited: those that the process opened itself are closed on exec.
  static func isInherited(_ number: Int32) -> Bool {
    let flags = fcntl(number, F_GETFD)
    return flags >= 0 && flags & FD_CLOEXEC == 0
  }

  private static func target(of path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
