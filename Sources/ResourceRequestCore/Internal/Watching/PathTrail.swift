// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The folder entries on a path: if one of them changes, the path may lead to another file.
///
/// Symbolic links are followed, since files mounted into a container are often replaced through one: Kubernetes
/// redirects `..data`, and neither the file nor its own entry changes.
struct PathTrail: Sendable, Hashable {
  /// A name in a folder.
  struct Entry: Sendable, Hashable {
    let folder: String
    let name: ExactText
  }

  /// The symbolic links that are passed, and at the end the file, or the first name that is not there.
  private(set) var entries: [Entry] = []
  /// The file itself; `nil` if there is none.
  private(set) var file: String?

  /// How many links are followed, as Linux has it.
  private static let linkLimit = 40

  /// Walks a path as it is now.
  init(_ path: String) {
    guard !path.utf8.contains(0) else { return }
    var folder = path.begins(withBytesOf: "/") ? "/" : "./"
    var rest = Self.names(path)
    var links = 0
    while let name = rest.popLast() {
      let place = folder + name
      guard name != ".." else {
        folder = place + "/"
        continue
      }
      var facts = stat()
      let kind = lstat(place, &facts) == 0 ? facts.st_mode & S_IFMT : 0
      if kind == S_IFDIR, !rest.isEmpty {
        folder = place + "/"
        continue
      }
      entries.append(Entry(folder: folder, name: ExactText(name)))
      guard kind == S_IFLNK else {
        file = kind == 0 || !rest.isEmpty ? nil : place
        return
      }
      links += 1
      guard links <= Self.linkLimit, let target = Self.target(of: place) else { return }
      if target.begins(withBytesOf: "/") { folder = "/" }
      rest += Self.names(target)
    }
  }

  /// The names between the slashes, the last one first.
  private static func names(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { !$0.hasSameBytes(as: ".") }.reversed()
  }

  private static func target(of link: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(link, &buffer, buffer.count - 1)
    return count > 0 ? String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
