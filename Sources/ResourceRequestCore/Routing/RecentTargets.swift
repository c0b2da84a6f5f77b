// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The URLs that targets led to lately, so that one asked for again is not taken apart and put together anew.
///
/// It holds only what routing would find again, so that it changes no answer. Each target has one place, by its bytes; the
/// last to come has it. Targets are the same only byte for byte: those that look alike name different resources.
final class RecentTargets: Sendable {
  private struct Entry {
    let target: String
    /// What it lies below; `nil` for an absolute one.
    let prefix: String?
    let destination: Int
    let url: ResourceURL
  }

  private static var places: Int { 64 }
  /// Longer targets are rare and would be memory for good.
  private static var longest: Int { 512 }

  private let entries = Lock([Entry?](repeating: nil, count: RecentTargets.places))

  /// The URL of a target, where it is known.
  func url(of target: String, below prefix: String?, at destination: Int) -> ResourceURL? {
    guard let place = RecentTargets.place(of: target, destination) else { return nil }
    return entries.withLock { entries in
      guard let entry = entries[place], entry.destination == destination, entry.target.hasSameBytes(as: target),
        (entry.prefix ?? "").hasSameBytes(as: prefix ?? ""), (entry.prefix == nil) == (prefix == nil)
      else { return nil }
      return entry.url
    }
  }

  /// Keeps the URL of a target.
  func keep(_ url: ResourceURL, of target: String, below prefix: String?, at destination: Int) {
    guard let place = RecentTargets.place(of: target, destination) else { return }
    let entry = Entry(target: target, prefix: prefix, destination: destination, url: url)
    // What was there is dropped after the lock.
    let dropped = entries.withLock { entries in
      let old = entries[place]
      entries[place] = entry
      return old
    }
    _ = dropped
  }

  /// Where a target is kept: by all of its bytes.
  private static func place(of target: String, _ destination: Int) -> Int? {
    guard target.utf8.count <= longest else { return nil }
    return target.withUTF8Bytes { bytes in
      var hasher = Hasher()
      hasher.combine(destination)
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      return Int(UInt(bitPattern: hasher.finalize()) % UInt(places))
    }
  }
}
