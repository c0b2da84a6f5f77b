// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// The record of an upload that is under way, locked: a client must not write to one upload resource twice at once
/// (draft-ietf-httpbis-resumable-upload §4.4), of which servers make a mixture.
final class HeldRecord: Sendable {
  private let descriptor: Int32
  /// Where it is empty, as long as there is nothing to remember.
  private let place: String?

  private init(_ descriptor: Int32, at place: String? = nil) {
    self.descriptor = descriptor
    self.place = place
  }

  deinit {
    // An upload that was never named leaves nothing behind. Removed while it is locked, so that it is nobody else's.
    var facts = stat()
    if let place, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_size == 0,
      PartialFile.isNamed(place, descriptor)
    {
      unlink(place)
    }
    close(descriptor)
  }

  /// Holds the record at a path, or its place: an empty file is made there, so that of two uploads that begin at once only
  /// one goes on.
  ///
  /// - Throws: ``SystemFailure`` where another upload holds it, or it cannot be opened.
  static func hold(_ path: String) throws(SystemFailure) -> HeldRecord {
    // It may be replaced, or removed at the end of its upload, before it is locked.
    for _ in 0..<16 {
      let flags = O_RDONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
      let descriptor = open(path, flags, 0o600)
      guard descriptor >= 0 else {
        if errno == ELOOP {
          throw SystemFailure(reason: "the record \(path) is a symbolic link, which is not followed")
        }
        throw SystemFailure("the record of the upload, \(path), cannot be opened")
      }
      // It is another's until it is locked, and then not ours to remove.
      if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
        close(descriptor)
        break
      }
      let held = HeldRecord(descriptor, at: path)
      if PartialFile.isNamed(path, descriptor) { return held }
    }
    throw SystemFailure(reason: "another upload is under way with the record \(path)")
  }

  /// Holds a record that is about to be put in its place; `nil` where the system gives no descriptor.
  static func hold(new descriptor: Int32) -> HeldRecord? {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    _ = flock(copy, LOCK_EX | LOCK_NB)
    return HeldRecord(copy)
  }
}

/// What is remembered of an upload, so that another process can go on: kept in a file for its owner's eyes, since the URL of
/// an upload resource lets everybody write there.
struct UploadRecord: Codable, Hashable, Sendable {
  /// The largest record that is read, in bytes.
  static let limit = 64 << 10

  /// A digest of the request.
  let request: String
  /// The file, as it was.
  let file: FileState
  /// The upload resource; `nil` where the upload resumes by `Content-Range`.
  let resource: String?
  /// Whether another origin had a say in it, so that no credentials go there.
  let isForeign: Bool

  /// Whether the upload resource is one that a server could have named for a request to this origin.
  ///
  /// Credentials go to the request's own origin only, and what is asked for by https goes nowhere without it.
  func leadsToUpload(of origin: Origin) -> Bool {
    guard let resource else { return true }
    guard let url = try? ResourceURL(resource), url.origin.isSecure || !origin.isSecure else { return false }
    return isForeign || url.origin.isSame(orUpgradeOf: origin)
  }

  /// What stands for a request: its method, and where it goes without what differs from one sending to the next.
  static func digest(of method: RequestMethod, to url: ResourceURL) -> String {
    SHA256.hexadecimal(of: method.name + " " + url.string)
  }
}
