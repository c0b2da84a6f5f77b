// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

/// Keeps cached responses in Valkey or Redis, for all instances of a service together.
///
/// ```swift
/// var options = ClientOptions()
/// options.cacheStore = try ValkeyCacheStore("valkey://127.0.0.1:6379/0", password: password)
/// ```
///
/// Every command has a time limit. An error counts as a miss, with one warning, and never fails a request; a server
/// that has failed is not used for a second. Entries keep the partition of their principal, as in any store: an
/// instance gets only what another has stored for the same partition.
///
/// If several instances need the same response, one fetches it while the others wait until it is stored.
public final class ValkeyCacheStore: SharedCacheStore {
  /// Why an address or an option cannot be used.
  public struct Invalid: Error, Sendable, CustomStringConvertible {
    /// A phrase with the remedy, without secrets.
    public let description: String
  }

  private let line: ValkeyLine
  private let prefix: String
  /// In seconds.
  private let lifetime: Int64
  private let limit: Int

  private let turn = SharedTurn()

  /// The time limit for the server, at most a minute.
  public let patience: Duration

  /// Whether it keeps responses to requests with credentials: whoever reads the server can read them.
  public let storesAuthorized: Bool

  /// Creates a store; it connects when it is used.
  ///
  /// - Parameters:
  ///   - address: `valkey://user:password@host:6379/0`, `redis://…`, the same over TLS with `valkeys://` or `rediss://`, or
  ///     `unix:///run/valkey.sock`.
  ///   - password: the password, if it is not in the address.
  ///   - tls: the options of TLS, for an address with it; `nil` for the system's authorities and no client certificate.
  ///   - prefix: what the names of keys begin with: letters, digits, `-`, `_`, `:`. Instances share what they name alike.
  ///   - timeLimit: the longest wait for the server; a connection may take a second, but nobody waits for it longer than this.
  ///   - lifetime: how long an entry is kept that nobody stores again.
  ///   - entryLimit: the largest entry in bytes; larger ones are not stored.
  ///   - storesAuthorized: whether responses to requests with credentials are stored.
  /// - Throws: ``Invalid``.
  public convenience init(
    _ address: String,
    password: Secret? = nil,
    tls: TLSOptions? = nil,
    prefix: String = "resource",
    timeLimit: Duration = .milliseconds(20),
    lifetime: Duration = .seconds(7 * 86_400),
    entryLimit: Int = 1 << 20,
    storesAuthorized: Bool = true
  ) throws(Invalid) {
    guard Self.isPrefix(prefix) else {
      throw Invalid(description: "the prefix has other characters, expected letters, digits, \"-\", \"_\" and \":\"")
    }
    guard timeLimit >= .milliseconds(1), lifetime >= .seconds(1) else {
      throw Invalid(description: "a time is too short, expected a limit of 1 ms and a lifetime of 1 s, or more")
    }
    guard (1...(64 << 20)).contains(entryLimit) else {
      throw Invalid(description: "the limit of entries is none, expected 1 byte to 64 MiB")
    }
    let address = try ValkeyAddress(address, password: password, tls: tls)
    if let tls = address.tls, let fault = tls.fault { throw Invalid(description: fault) }
    self.init(
      on: ValkeyLine(address, limit: min(timeLimit, .seconds(60)), replyLimit: Self.replyLimit(entryLimit)),
      prefix: prefix,
      timeLimit: timeLimit,
      lifetime: lifetime,
      entryLimit: entryLimit,
      storesAuthorized: storesAuthorized
    )
  }

  /// Creates a store with values that are valid.
  init(
    on line: ValkeyLine,
    prefix: String,
    timeLimit: Duration,
    lifetime: Duration = .seconds(7 * 86_400),
    entryLimit: Int = 1 << 20,
    storesAuthorized: Bool
  ) {
    patience = min(timeLimit, .seconds(60))
    self.line = line
    self.prefix = prefix
    self.lifetime = min(lifetime.components.seconds, 10 * 365 * 86_400)
    limit = entryLimit
    self.storesAuthorized = storesAuthorized
  }

  /// How many bytes replies may have in which the entries of a key are, of so many bytes each.
  static func replyLimit(_ entryLimit: Int) -> Int { (mostVariants + 2) * entryLimit + (1 << 20) }

  /// Whether the names of keys may begin with a text.
  static func isPrefix(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(plain.contains) }

  private static let plain = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:")

  /// How many responses of one URL and principal are kept; with more, none is.
  private static let mostVariants = 32

  /// The field of an entry that has its key; the others have a response each.
  private static let keyField = Array("key".utf8)

  /// The name of a key's entry; equal digests are told apart by the key inside.
  private func name(of key: CacheKey) -> [UInt8] { name("e", of: key) }

  /// A name of a kind for a key, with its URL in braces, so that a cluster keeps together what is used together.
  private func name(_ kind: String, of key: CacheKey) -> [UInt8] {
    text("\(prefix):\(kind):{\(SHA256.hexadecimal(of: key.url))}:\(SHA256.hexadecimal(of: key.text))")
  }

  /// The name of the index of a URL: its entries, by the second in which they end.
  private func index(of url: String) -> [UInt8] { text("\(prefix):u:{\(SHA256.hexadecimal(of: url))}") }

  private static func field(of selectors: [CachedResponse.Selector]) -> [UInt8] {
    let text = selectors.map { selector in
      "\(selector.name.utf8.count):\(selector.name)"
        + (selector.value.map { "=\($0.utf8.count):\($0)" } ?? "-")
    }.joined()
    return Array("r:\(SHA256.hexadecimal(of: text))".utf8)
  }

  /// The stored responses for a key.
  public func variants(of key: CacheKey) async throws -> [CachedResponse] {
    let name = name(of: key)
    // What has no place in the index of its URL could not be invalidated, and is not there.
    let replies = try await line.send([command("ZSCORE", index(of: key.url), name), command("HVALS", name)])
    guard replies[0] != .nothing else { return [] }
    // The key, and the responses: a store that has more was not filled here.
    return replies[1].list.prefix(Self.mostVariants + 1).compactMap { reply in
      guard let bytes = reply.bytes,
        let entry = PackedEntry.unpack(Data(bytes), limit: limit).flatMap(DiskEntry.decode),
        entry.key == key
      else { return nil }
      return entry.response
    }
  }

  /// Stores a response, unless it is larger than an entry may be.
  public func insert(_ response: CachedResponse, for key: CacheKey) async throws {
    let entry = DiskEntry.encode(response, for: key)
    guard entry.count <= limit else { return try await remove(response.selectors, for: key) }
    let (name, index) = (name(of: key), index(of: key.url))
    let now = Date().wholeSeconds
    // What the index does not list, since the server has evicted it, may have been invalidated, and must not be listed again.
    let isListed = try await line.send("ZSCORE", index, name).bytes != nil
    let clearing = isListed ? [] : [command("UNLINK", name)]
    // As a whole: an entry without its place in the index would be of no use, and one without a lifetime would stay.
    let replies = try await line.send(
      [
        command("MULTI"), command("ZREMRANGEBYSCORE", index, text("-inf"), text("\(now)")),
      ] + clearing + [
        command("ZADD", index, text("\(now + lifetime)"), name), command("EXPIRE", index, text("\(lifetime)")),
        command("HSET", name, Self.keyField, text(key.text)),
        command("HSET", name, Self.field(of: response.selectors), Array(PackedEntry.pack(entry))),
        command("EXPIRE", name, text("\(lifetime)")), command("HLEN", name), command("EXEC"),
      ]
    )
    guard let count = replies.last?.list.last?.number else { throw ValkeyFailure(reason: "it has not stored an entry") }
    // A caller chooses what a response varies by; a store may lose anything.
    if count > Self.mostVariants + 1 { try await drop([name], from: index) }
  }

  /// Removes the response with these selectors.
  public func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {
    let name = name(of: key)
    let replies = try await line.send([command("HDEL", name, Self.field(of: selectors)), command("HLEN", name)])
    // The key alone is no entry.
    if replies[1] == .number(1) { try await drop([name], from: index(of: key.url)) }
  }

  /// Removes the responses for a URL, of all partitions.
  public func removeAll(forURL url: String) async throws {
    let index = index(of: url)
    let names = try await line.send("ZRANGE", index, text("0"), text("-1")).list.compactMap(\.bytes)
    var rest = names[...]
    while !rest.isEmpty {
      try await drop(Array(rest.prefix(500)), from: index)
      rest = rest.dropFirst(500)
    }
  }

  /// Takes entries out of the index, from when on nobody gets them, and removes them.
  private func drop(_ names: [[UInt8]], from index: [UInt8]) async throws {
    _ = try await line.send([[text("ZREM"), index] + names, [text("UNLINK")] + names])
  }

  /// Removes the responses whose keys match, by looking at all entries.
  public func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int {
    var count = 0
    try await inspect { name, key, size in
      guard isMeant(key) else { return }
      try await self.drop([name], from: self.index(of: key.url))
      count += size
    }
    return count
  }

  /// The use of the store, by looking at all entries.
  public func usage() async throws -> CacheUsage {
    var usage = CacheUsage()
    try await inspect { name, _, size in
      usage.entries += size
      usage.bytes += min(max(try await self.line.send("MEMORY", self.text("USAGE"), name).number ?? 0, 0), 1 << 40)
    }
    return usage
  }

  // MARK: Turns

  /// Takes the turn to fetch a response for a key.
  public func takeTurn(for key: CacheKey, within time: Duration) async throws -> Bool? {
    let replies: [ValkeyReply]
    do throws(ValkeyFailure) { replies = try await line.send([turn.taking(turnName(of: key), for: time)]) } catch {
      // What was sent may be taken all the same.
      if !error.isOld { turn.leave(turnName(of: key)) { [line] in try await line.send($0) } }
      throw error
    }
    return switch SharedTurn.owner(replies[0]) {
    case .ours: true
    case .others: false
    case .nobody: nil
    }
  }

  /// Ends the caller's turn, if it still has it.
  public func endTurn(for key: CacheKey, isStored: Bool) async throws {
    _ = try await line.send([turn.ending(turnName(of: key), isStored: isStored, at: name(of: key))])
  }

  private func turnName(of key: CacheKey) -> [UInt8] { name("t", of: key) }

  /// Shows each entry: its name, its key, and how many responses it has.
  private func inspect(_ show: ([UInt8], CacheKey, Int) async throws -> Void) async throws {
    // A page may bring what another has brought, and a server what has moved from another.
    var seen: Set<[UInt8]> = []
    for place in try await line.places() {
      var cursor = text("0")
      repeat {
        try Task.checkCancellation()
        let scan = command("SCAN", cursor, text("MATCH"), text("\(prefix):e:*"), text("COUNT"), text("500"))
        let page = try await line.send([scan], at: place)[0].list
        guard page.count == 2, let next = page[0].bytes else { throw ValkeyFailure(reason: "SCAN has another reply") }
        cursor = next
        for name in page[1].list.compactMap(\.bytes) where isEntry(name) && seen.insert(name).inserted {
          try await inspect(name, show)
        }
      } while cursor != text("0")
    }
  }

  private func inspect(_ name: [UInt8], _ show: ([UInt8], CacheKey, Int) async throws -> Void) async throws {
    let replies = try await line.send([command("HGET", name, Self.keyField), command("HLEN", name)])
    guard let bytes = replies[0].bytes, let key = CacheKey(text: String(decoding: bytes, as: UTF8.self)) else { return }
    let size = min(max(replies[1].number ?? 1, 1), 1 << 20) - 1
    if size > 0 { try await show(name, key, size) }
  }

  /// Whether a name is that of an entry of this store: others may begin alike.
  private func isEntry(_ name: [UInt8]) -> Bool { name.count == prefix.utf8.count + 3 + 66 + 1 + 64 }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }

  private func command(_ name: String, _ arguments: [UInt8]...) -> ValkeyLine.Command { [text(name)] + arguments }
}
