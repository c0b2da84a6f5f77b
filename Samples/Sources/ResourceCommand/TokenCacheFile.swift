// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// Stores tokens in a JSON file that only its owner may read.
///
/// Concurrent runs change the file one after another.
struct TokenCacheFile {
  /// Identifies a token by its issuer, client and scope.
  struct Key: Hashable {
    let issuer: String
    let clientID: String
    let scope: TokenScope
  }

  /// A token with its expiry.
  struct Entry {
    let key: Key
    let token: Secret
    let expiry: Date
  }

  let path: String

  /// The last second that a date can represent, before the year 10000.
  ///
  /// Later expiries are stored as this one.
  private static let lastSecond = 253_402_300_799.0
  /// The largest size of the file, in bytes.
  private static let sizeLimit = 4 << 20
  /// How long before its expiry a token is no longer used, in seconds.
  private static let margin: TimeInterval = 10

  /// The stored token for a key; `nil` if there is none or it is about to expire.
  func entry(for key: Key, at now: Date) throws -> Entry? {
    try read().first { $0.key == key && $0.expiry > now.addingTimeInterval(Self.margin) }
  }

  /// Stores a token in place of its predecessor, and removes expired tokens.
  func keep(_ entry: Entry, at now: Date) throws {
    try changing { $0.filter { $0.key != entry.key && $0.expiry > now } + [entry] }
  }

  /// Removes the tokens that match.
  ///
  /// - Returns: the number of removed tokens.
  func remove(where isMeant: (Key) -> Bool) throws -> Int {
    var count = 0
    try changing { entries in
      let kept = entries.filter { !isMeant($0.key) }
      count = entries.count - kept.count
      return count > 0 ? kept : nil
    }
    return count
  }

  /// Changes the entries under a lock; a result of `nil` leaves the file unchanged.
  private func changing(_ change: ([Entry]) -> [Entry]?) throws {
    do {
      // Follows a symbolic link, so that its target is replaced and the link stays.
      let path = try LinkedPath.followed(path)
      let lock = try FolderLock(of: path)
      defer { lock.end() }
      guard let entries = change(try read()) else { return }
      let json: JSON = ["version": 1, "tokens": .array(entries.map(Self.json))]
      let file = try ReplacedFile(path, permissions: 0o600)
      try file.descriptor.write(Data((json.text(.pretty) + "\n").utf8))
      try file.finish()
    } catch let error as SystemError {
      throw failure("cannot be written: \(error)")
    }
  }

  private func read() throws -> [Entry] {
    // Non-blocking, because opening a pipe without a writer would wait forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw failure("cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw failure("is not a regular file")
    }
    guard facts.st_uid == geteuid() else { throw failure("belongs to another user; remove it, or name another") }
    guard facts.st_mode & 0o077 == 0 else {
      throw failure("can be read by others than its owner; run: chmod 600 '\(path)'")
    }
    guard let data = try? Descriptor(number: descriptor).read(upTo: Self.sizeLimit),
      let json = try? JSON(parsing: String(decoding: data, as: UTF8.self)), json["version"] == 1,
      let tokens = json["tokens"].array
    else { throw failure("holds no tokens; remove it, or name another") }
    return tokens.compactMap(Self.entry)
  }

  private func failure(_ what: String) -> InputError { InputError("--token-cache: \(path) \(what)") }

  private static func entry(_ json: JSON) -> Entry? {
    guard let issuer = json["issuer"].string, let client = json["clientId"].string, let scope = json["scope"].string,
      let token = json["token"].string, let expiry = json["expires"].double, (0...lastSecond).contains(expiry)
    else { return nil }
    let key = Key(issuer: issuer, clientID: client, scope: TokenScope(scope))
    return Entry(key: key, token: Secret(token), expiry: Date(timeIntervalSince1970: expiry))
  }

  private static func json(_ entry: Entry) -> JSON {
    [
      "issuer": .string(entry.key.issuer), "clientId": .string(entry.key.clientID),
      "scope": .string("\(entry.key.scope)"), "token": .string(entry.token.reveal()),
      "expires": JSON(Int(min(max(entry.expiry.timeIntervalSince1970, 0), lastSecond))),
    ]
  }
}
