// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Stores responses in a directory, one file each, between runs; several processes may share it.
///
/// There is no journal and no index, only a count of all bytes: a file is found by the digests of its URL and partition, appears complete by a
/// rename, and is used only if its checksum and its key are right. Damaged files are removed and ignored. Above the
/// size limit, the least recently used files are removed.
public final class DiskCacheStore: CacheStore {
  /// The maximum number of variants of one URL.
  private static let places = 8

  /// Whether it keeps responses to requests with credentials.
  public let storesAuthorized: Bool
  private let folder: CacheFolder
  private let limit: Int
  /// The writes that could not be counted.
  private let uncounted = Lock(0)

  /// Creates a store in a directory, which is created if it is missing.
  ///
  /// - Parameters:
  ///   - directory: the path; the directory must be empty, or contain stored responses.
  ///   - size: the limit for its files in bytes.
  ///   - storesAuthorized: whether responses to requests with credentials are stored too; if not, they stay in memory.
  /// - Throws: ``ResourceError`` with the code `fileFailed` if the directory cannot be used.
  public init(directory: String, size: Int = 1 << 30, storesAuthorized: Bool = false) throws {
    self.storesAuthorized = storesAuthorized
    do { try CacheFolder.prepare(directory) } catch {
      throw ResourceError(code: .fileFailed, message: "\(error)")
    }
    folder = CacheFolder(path: directory)
    limit = max(0, size)
  }

  /// The stored responses for a key.
  public func variants(of key: CacheKey) async throws -> [CachedResponse] {
    try await BlockingWork.run { [self] in try found(key) }
  }

  /// Stores a response; it replaces one with the same selectors.
  public func insert(_ response: CachedResponse, for key: CacheKey) async throws {
    try await BlockingWork.run { [self] in
      let data = DiskEntry.encode(response, for: key)
      let taken = try places(of: key)
      let same = taken.filter { $0.head.response.selectors == response.selectors }.map(\.place)
      let place =
        same.first ?? (0..<Self.places).first { place in !taken.contains { $0.place == place } }
        ?? taken.min { $0.head.response.responseTime < $1.head.response.responseTime }?.place ?? 0
      // Two processes may have stored it in two places, and a response that is too large must leave no older one
      // behind.
      var removed = 0
      for other in same where other != place || data.count > limit {
        removed += try folder.remove(Self.name(key, other))
      }
      guard data.count <= limit else { return count(-removed) }
      removed += try folder.write(data, as: Self.name(key, place))
      count(data.count - removed)
    }
  }

  /// Removes the response with these selectors.
  public func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {
    try await BlockingWork.run { [self] in
      let same = try places(of: key).filter { $0.head.response.selectors == selectors }
      try remove(same.map { Self.name(key, $0.place) })
    }
  }

  /// Removes the responses for a URL, of all partitions.
  public func removeAll(forURL url: String) async throws {
    try await BlockingWork.run { [self] in
      let (shard, stem) = Self.stem(url)
      try remove(folder.names(in: shard).filter { $0.begins(withBytesOf: stem) }.map { shard + "/" + $0 })
    }
  }

  /// Removes the responses whose keys match.
  @discardableResult
  public func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int {
    let heads = try await BlockingWork.run { [self] in
      try folder.entries().filter { !$0.isDraft }.map { (name: $0.name, key: try head($0.name)?.key) }
    }
    // The predicate is foreign code, and is called in the caller's task.
    let meant = heads.filter { $0.key.map(isMeant) ?? true }
    try await BlockingWork.run { [self] in try remove(meant.map { $0.name }) }
    return meant.count { $0.key != nil }
  }

  /// The disk use.
  public func usage() async throws -> CacheUsage {
    try await BlockingWork.run { [self] in
      let entries = try folder.entries()
      return CacheUsage(
        entries: entries.count { !$0.isDraft },
        bytes: entries.reduce(0) { $0 + $1.bytes },
        limit: limit
      )
    }
  }

  /// The stored responses with their keys.
  public func list() async throws -> [(key: CacheKey, response: CachedResponse)] {
    try await BlockingWork.run { [self] in
      try folder.entries().compactMap { entry in
        try entry.isDraft ? nil : folder.read(entry.name).flatMap { DiskEntry.decode($0) }
      }
    }
  }

  /// The complete responses of a key, the newest of each; damaged files under its names are removed.
  private func found(_ key: CacheKey) throws -> [CachedResponse] {
    var found: [CachedResponse] = []
    for place in 0..<Self.places {
      let name = Self.name(key, place)
      guard let data = try folder.read(name) else { continue }
      guard let entry = DiskEntry.decode(data) else {
        count(-(try folder.remove(name)))
        continue
      }
      guard entry.key == key else { continue }
      folder.touch(name)
      if let same = found.firstIndex(where: { $0.selectors == entry.response.selectors }) {
        if found[same].responseTime < entry.response.responseTime { found[same] = entry.response }
      } else {
        found.append(entry.response)
      }
    }
    return found
  }

  /// The heads of a key's files: enough to identify them, and not trusted further.
  private func places(of key: CacheKey) throws -> [(place: Int, head: (key: CacheKey, response: CachedResponse))] {
    try (0..<Self.places).compactMap { place in
      try head(Self.name(key, place)).flatMap { $0.key == key ? (place, $0) : nil }
    }
  }

  private func head(_ name: String) throws -> (key: CacheKey, response: CachedResponse)? {
    guard let data = try folder.read(name, upTo: 16 << 10) else { return nil }
    if let head = DiskEntry.head(data) { return head }
    return try folder.read(name).flatMap { DiskEntry.head($0) }
  }

  private func remove(_ names: [String]) throws {
    var removed = 0
    for name in names { removed += try folder.remove(name) }
    count(-removed)
  }

  /// Counts written or removed bytes, and removes files if there are too many.
  ///
  /// Meanwhile other processes wait before they write more, so that all of them together keep to the limit.
  private func count(_ change: Int) {
    guard change != 0 else { return }
    guard let size = SharedSize(at: folder.path + "/SIZE") else {
      // Nobody counts: it is looked from time to time.
      let writes = uncounted.withLock { writes in
        writes += 1
        return writes
      }
      if change > 0, writes % 256 == 1 { _ = trimmed() }
      return
    }
    guard let known = size.read(), change <= limit - known.bytes, known.writes < SharedSize.writesBetweenLists else {
      // Not counted before, or nothing was added: the next write finds out.
      guard change > 0, let bytes = trimmed() else { return }
      return size.write(SharedSize.Count(bytes: bytes, writes: 0))
    }
    size.write(SharedSize.Count(bytes: known.bytes + change, writes: known.writes + 1))
  }

  /// Removes the least recently used files above the limit.
  ///
  /// - Returns: the bytes that are left; `nil` if the directory cannot be read.
  private func trimmed() -> Int? {
    guard let entries = try? folder.entries() else { return nil }
    var total = entries.reduce(0) { $0 + $1.bytes }
    guard total > limit else { return total }
    // Down to nine tenths, so that not every response makes room for itself.
    for entry in entries.sorted(by: { $0.used < $1.used }) where total > limit / 10 * 9 && !entry.isDraft {
      if (try? folder.remove(entry.name)) != nil { total -= entry.bytes }
    }
    return total
  }

  /// The folder of a URL, and the beginning of its files' names in it.
  private static func stem(_ url: String) -> (shard: String, stem: String) {
    let digest = SHA256.hexadecimal(of: url)
    return (String(digest.prefix(2)), String(digest.dropFirst(2).prefix(32)))
  }

  private static func name(_ key: CacheKey, _ place: Int) -> String {
    let (shard, stem) = stem(key.url)
    return "\(shard)/\(stem)-\(SHA256.hexadecimal(of: key.partition).prefix(16))-\(place)\(CacheFolder.suffix)"
  }
}
