// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A cache of resolved URLs by target, so that a repeated target is not parsed and joined again.
///
/// It contains only what routing would compute again, so that results never change. Each target has one slot by its
/// bytes; the last one wins. Targets are compared byte for byte: those that look alike name different resources.
final class RecentTargets: Sendable {
  private struct Entry {
    let target: String
    /// Its base; `nil` for an absolute target.
    let prefix: String?
    let destination: Int
    let url: ResourceURL
  }

  private static var places: Int { 64 }
  /// Longer targets are rare and would be retained for good.
  private static var longest: Int { 512 }

  private let entries = Lock([Entry?](repeating: nil, count: RecentTargets.places))

  /// The URL of a target, if it is cached.
  func url(of target: String, below prefix: String?, at destination: Int) -> ResourceURL? {
    guard let place = RecentTargets.place(of: target, destination) else { return nil }
    return entries.withLock { entries in
      guard let entry = entries[place], entry.destination == destination, entry.target.hasSameBytes(as: target),
        (entry.prefix ?? "").hasSameBytes(as: prefix ?? ""), (entry.prefix == nil) == (prefix == nil)
      else { return nil }
      return entry.url
    }
  }

  /// Caches the URL of a target.
  func keep(_ url: ResourceURL, of target: String, below prefix: String?, at destination: Int) {
    guard let place = RecentTargets.place(of: target, destination) else { return }
    let entry = Entry(target: target, prefix: prefix, destination: destination, url: url)
    // The previous entry is released after the lock.
    _ = entries.withLock { entries in
      defer { entries[place] = entry }
      return entries[place]
    }
  }

  /// The slot of a target, by all of its bytes.
  ///
  /// FNV-1a, eight bytes at a time: targets that share a place cost time only, so that nothing is won by choosing them.
  private static func place(of target: String, _ destination: Int) -> Int? {
    guard target.utf8.count <= longest else { return nil }
    return target.withUTF8Bytes { bytes in
      let bytes = UnsafeRawBufferPointer(bytes)
      let prime: UInt64 = 0x100_0000_01B3
      var hash = 0xCBF2_9CE4_8422_2325 ^ UInt64(truncatingIfNeeded: destination)
      var offset = 0
      while offset + 8 <= bytes.count {
        hash = (hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* prime
        // What is high comes to where the next product spreads it.
        hash ^= hash >> 32
        offset += 8
      }
      while offset < bytes.count {
        hash = (hash ^ UInt64(bytes[offset])) &* prime
        offset += 1
      }
      return Int((hash ^ hash >> 32) % UInt64(places))
    }
  }
}
