// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// Tokens in a file, in JSON, that only its owner may read.
///
/// Runs that change it at once overwrite one another's tokens, which are then fetched again.
struct TokenCacheFile {
  /// What tells tokens apart: who gave them to whom, for what.
  struct Key: Hashable {
    let issuer: String
    let clientID: String
    let scope: TokenScope
  }

  /// A token with its end.
  struct Entry {
    let key: Key
    let token: Secret
    let expiry: Date
  }

  let path: String

  /// How long before its end a token is not used any more, in seconds.
  private static let margin: TimeInterval = 10

  /// The token that is kept for a key, if it is good for some time still.
  func entry(for key: Key, at now: Date) throws -> Entry? {
    try read().first { $0.key == key && $0.expiry > now.addingTimeInterval(Self.margin) }
  }

  /// Keeps a token in the place of the one before it; those that are over go.
  func keep(_ entry: Entry, at now: Date) throws {
    try write(try read().filter { $0.key != entry.key && $0.expiry > now } + [entry])
  }

  /// Removes tokens.
  ///
  /// - Returns: how many.
  func remove(where isMeant: (Key) -> Bool) throws -> Int {
    let entries = try read()
    let kept = entries.filter { !isMeant($0.key) }
    if kept.count != entries.count { try write(kept) }
    return entries.count - kept.count
  }

  private func read() throws -> [Entry] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw failure("cannot be read: \(String(cString: strerror(errno)))")
    }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw failure("is no regular file") }
    guard facts.st_mode & 0o077 == 0 else {
      throw failure("can be read by others than its owner; run: chmod 600 '\(path)'")
    }
    guard let data = try? handle.read(upToCount: 4 << 20),
      let json = try? JSON(parsing: String(decoding: data, as: UTF8.self)), json["version"] == 1,
      let tokens = json["tokens"].array
    else { throw failure("holds no tokens; remove it, or name another") }
    return tokens.compactMap(Self.entry)
  }

  /// Writes another file beside it and renames it.
  private func write(_ entries: [Entry]) throws {
    let json: JSON = ["version": 1, "tokens": .array(entries.map(Self.json))]
    let temporary = "\(path).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written: \(String(cString: strerror(errno)))") }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: Data((json.text(.pretty) + "\n").utf8))
      try handle.close()
      guard rename(temporary, path) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    } catch {
      unlink(temporary)
      throw failure("cannot be written: \(error.localizedDescription)")
    }
  }

  private func failure(_ what: String) -> InputError { InputError("--token-cache: \(path) \(what)") }

  private static func entry(_ json: JSON) -> Entry? {
    guard let issuer = json["issuer"].string, let client = json["clientId"].string, let scope = json["scope"].string,
      let token = json["token"].string, let expiry = json["expires"].double
    else { return nil }
    let key = Key(issuer: issuer, clientID: client, scope: TokenScope(scope))
    return Entry(key: key, token: Secret(token), expiry: Date(timeIntervalSince1970: expiry))
  }

  private static func json(_ entry: Entry) -> JSON {
    [
      "issuer": .string(entry.key.issuer), "clientId": .string(entry.key.clientID),
      "scope": .string("\(entry.key.scope)"), "token": .string(entry.token.reveal()),
      "expires": JSON(Int(entry.expiry.timeIntervalSince1970)),
    ]
  }
}
