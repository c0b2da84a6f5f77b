// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Keeps responses in a directory, one file each, between runs; several processes may share it.
///
/// There is no journal and no index: a file is found by the digest of its key, appears whole by a rename, and is believed
/// only where its checksum and its key are right. What is damaged is removed and counts as not there. Beyond its size
/// the files go that were not used for longest.
public final class DiskCacheStore: CacheStore {
  /// The most variants of one URL.
  private static let places = 8

  private let folder: CacheFolder
  private let limit: Int
  /// How many bytes there are, as far as is known; `nil` before the first look.
  ///
  /// Other processes write too, so it is looked again from time to time.
  private let known = Lock<(bytes: Int, writes: Int)?>(nil)
  private let isTrimming = Lock(false)

  /// A store in a directory, which is made where it is not there.
  ///
  /// - Parameters:
  ///   - directory: its path; it must be empty, or one of responses.
  ///   - size: the most bytes of files in it.
  /// - Throws: ``ResourceError`` with the code `fileFailed` where the directory cannot be used.
  public init(directory: String, size: Int = 1 << 30) throws {
    do { try CacheFolder.prepare(directory) } catch {
      throw ResourceError(code: .fileFailed, message: "\(error)")
    }
    folder = CacheFolder(path: directory)
    limit = max(0, size)
  }

  /// The responses for a key.
  public func variants(of key: CacheKey) async throws -> [CachedResponse] {
    try places(of: key).map(\.response)
  }

  /// Stores a response, in the place of the one with the same selecting fields.
  public func insert(_ response: CachedResponse, for key: CacheKey) async throws {
    let data = DiskEntry.encode(response, for: key)
    guard data.count <= limit else { return }
    let taken = try places(of: key)
    let place =
      taken.first { $0.response.selectors == response.selectors }?.place
      ?? (0..<Self.places).first { place in !taken.contains { $0.place == place } }
      ?? taken.min { $0.response.responseTime < $1.response.responseTime }?.place ?? 0
    try folder.write(data, as: Self.name(key, place))
    count(data.count)
  }

  /// Removes the response with these selecting fields.
  public func remove(_ selectors: [CachedResponse.Selector], for key: CacheKey) async throws {
    for (place, response) in try places(of: key) where response.selectors == selectors {
      folder.remove(Self.name(key, place))
    }
  }

  /// Removes everything whose key is meant.
  @discardableResult
  public func removeAll(where isMeant: @Sendable (CacheKey) -> Bool) async throws -> Int {
    var removed = 0
    for entry in try folder.entries() {
      guard let data = try folder.read(entry.name) else { continue }
      if let found = DiskEntry.decode(data) {
        guard isMeant(found.key) else { continue }
        removed += 1
      }
      folder.remove(entry.name)
    }
    known.withLock { $0 = nil }
    return removed
  }

  /// How much the directory holds.
  public func usage() async throws -> CacheUsage {
    let entries = try folder.entries()
    return CacheUsage(entries: entries.count, bytes: entries.reduce(0) { $0 + $1.bytes }, limit: limit)
  }

  /// What is stored, with its key.
  public func list() async throws -> [(key: CacheKey, response: CachedResponse)] {
    try folder.entries().compactMap { entry in
      try folder.read(entry.name).flatMap { DiskEntry.decode($0) }
    }
  }

  /// The files of a key that are whole and its own; others under its names are removed where they are damaged.
  private func places(of key: CacheKey) throws -> [(place: Int, response: CachedResponse)] {
    let stem = Self.stem(key)
    var found: [(place: Int, response: CachedResponse)] = []
    for place in 0..<Self.places {
      let name = Self.name(stem, place)
      guard let data = try folder.read(name) else { continue }
      guard let entry = DiskEntry.decode(data) else {
        folder.remove(name)
        continue
      }
      guard entry.key == key else { continue }
      folder.touch(name)
      found.append((place, entry.response))
    }
    return found
  }

  /// Counts what was written, and makes room where there is too much.
  private func count(_ bytes: Int) {
    let needsLook = known.withLock { known -> Bool in
      guard var count = known else { return true }
      count.bytes += bytes
      count.writes += 1
      known = count
      return count.bytes > limit || count.writes > 1024
    }
    guard needsLook,
      isTrimming.withLock({ isTrimming in
        defer { isTrimming = true }
        return !isTrimming
      })
    else { return }
    defer { isTrimming.withLock { $0 = false } }
    guard let entries = try? folder.entries() else { return }
    var total = entries.reduce(0) { $0 + $1.bytes }
    if total > limit {
      // Down to nine tenths, so that not every response makes room for itself.
      for entry in entries.sorted(by: { $0.used < $1.used }) where total > limit / 10 * 9 {
        folder.remove(entry.name)
        total -= entry.bytes
      }
    }
    known.withLock { $0 = (total, 0) }
  }

  private static func stem(_ key: CacheKey) -> String { String(SHA256.hexadecimal(of: key.text).prefix(40)) }

  private static func name(_ stem: String, _ place: Int) -> String { "\(stem)-\(place)\(CacheFolder.suffix)" }

  private static func name(_ key: CacheKey, _ place: Int) -> String { name(stem(key), place) }
}
