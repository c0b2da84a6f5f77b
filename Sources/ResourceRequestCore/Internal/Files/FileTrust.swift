// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Whose files are believed: in a folder that others may write to, anyone can put a file where one is expected.
///
/// Pure.
package enum FileTrust: Sendable, Hashable {
  /// Written and read by the SDK alone: its owner is this user, and nobody else may write to it.
  case own
  /// Written by the SDK and by other programs of this user, such as curl: as ``own``, but its group may write to it.
  case kept
  /// Only read, where the caller says: by any owner, since another service may write it. Not all may write to it, and
  /// where all may create files, as in `/tmp`, no other user has (as Linux's `protected_regular`).
  case named

  /// Why a file is not believed, as a phrase; `nil` if it is.
  ///
  /// - Parameters:
  ///   - file: the open file.
  ///   - entry: its path's last component, which may be a symbolic link.
  ///   - folder: the folder that contains the entry.
  ///   - user: the user of this process.
  /// - Returns: the reason, with the remedy.
  func refusal(of file: FileFacts, entry: FileFacts, in folder: FileFacts, for user: uid_t) -> String? {
    guard file.isRegular else { return self == .own ? "it is not a regular file" : nil }
    if self == .named {
      let planters = [file.owner, entry.owner].filter { $0 != user && $0 != 0 && $0 != folder.owner }
      if folder.takesFilesOfAll, let planter = planters.first { return Self.foreign(planter) }
    } else {
      if file.owner != user { return Self.foreign(file.owner) }
      if self == .own, file.links > 1 { return "it has another name too (a hard link); remove it" }
    }
    let writers = self == .own ? S_IWGRP | S_IWOTH : S_IWOTH
    return file.mode & writers == 0 ? nil : "other users may write to it; remove it, or run chmod go-w"
  }

  private static func foreign(_ owner: uid_t) -> String {
    "it belongs to another user (\(owner)); remove it, or make it yours with chown"
  }
}

/// What decides whether a file is believed.
struct FileFacts: Sendable, Hashable {
  var owner: uid_t
  var mode: mode_t
  var links = 1

  var isRegular: Bool { mode & S_IFMT == S_IFREG }
  /// Whether it is a folder where everybody may create files, and remove only their own.
  var takesFilesOfAll: Bool { mode & S_IFMT == S_IFDIR && mode & S_IWOTH != 0 && mode & S_ISVTX != 0 }
}

extension FileFacts {
  init(_ facts: stat) {
    self.init(owner: facts.st_uid, mode: facts.st_mode, links: Int(facts.st_nlink))
  }
}
