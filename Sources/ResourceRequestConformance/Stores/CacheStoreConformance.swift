// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore
import ResourceRequestPlatform

/// Tests whether a store meets the requirements of ``CacheStore``.
///
/// ```swift
/// let failures = await CacheStoreConformance { MyStore() }.run()
/// #expect(failures.isEmpty)
/// ```
public struct CacheStoreConformance: Sendable {
  /// A requirement that was not met.
  public struct Failure: Sendable, Hashable, CustomStringConvertible {
    /// The requirement.
    public let promise: String
    /// What happened instead.
    public let finding: String

    /// The requirement and what happened.
    public var description: String { "\(promise): \(finding)" }
  }

  private let make: @Sendable () async throws -> any CacheStore

  /// Creates a suite for stores that a closure creates, each of them empty.
  public init(_ make: @escaping @Sendable () async throws -> any CacheStore) {
    self.make = make
  }

  /// Runs all cases.
  ///
  /// - Returns: the requirements that were not met; empty if the store conforms.
  public func run() async -> [Failure] {
    var failures: [Failure] = []
    for (promise, check) in Self.cases {
      do {
        if let finding = try await check(try await make()) {
          failures.append(Failure(promise: promise, finding: finding))
        }
      } catch { failures.append(Failure(promise: promise, finding: "threw \(error)")) }
    }
    return failures
  }

  private typealias Check = @Sendable (any CacheStore) async throws -> String?

  private static let cases: [(String, Check)] = [
    ("an empty store has nothing", isEmpty),
    ("what is stored comes back as it was, byte for byte", keepsBytes),
    ("a response takes the place of the one with the same selecting fields, and of no other", keepsVariants),
    ("keys keep apart", keepsKeysApart),
    ("what is removed is gone, and nothing else", removes),
    ("all that is meant is removed and counted", removesMany),
    ("what a URL has is removed, whoever's it is, and nothing else", removesURLs),
    ("usage counts responses and bytes", counts),
    ("many at once lose nothing", worksAtOnce),
  ]

  private static func key(_ url: String = "https://h.example/x", _ partition: String = "p") -> CacheKey {
    CacheKey(partition: partition, url: url)
  }

  private static func response(_ text: String, _ selector: String? = nil) -> CachedResponse {
    CachedResponse(
      status: 200,
      headers: ["Content-Type": "text/plain", "Set-Cookie": "a=1", "set-cookie": "b=2", "X": "ü"],
      body: Data(text.utf8),
      trailers: ["T": "1"],
      requestTime: 1_780_272_000_123,
      responseTime: 1_780_272_000_456,
      selectors: selector.map { [.init(name: "accept", value: $0), .init(name: "absent", value: nil)] } ?? []
    )
  }

  private static func isEmpty(_ store: any CacheStore) async throws -> String? {
    let found = try await store.variants(of: key())
    let usage = try await store.usage()
    return found.isEmpty && usage.entries == 0 ? nil : "\(found.count) responses, \(usage.entries) counted"
  }

  private static func keepsBytes(_ store: any CacheStore) async throws -> String? {
    let all = Data((0..<70_000).map { UInt8(truncatingIfNeeded: $0) })
    let odd = CachedResponse(
      status: 404,
      headers: ["E": "", "L": String(repeating: "l", count: 9000)],
      body: all,
      requestTime: -1,
      responseTime: .max,
      selectors: [.init(name: "n", value: "")],
      isAuthorized: true
    )
    for stored in [response("hello"), odd, response("")] {
      let place = key("https://h.example/\(stored.body.count)")
      try await store.insert(stored, for: place)
      let found = try await store.variants(of: place)
      guard found == [stored] else { return "\(found) in the place of \(stored)" }
    }
    return nil
  }

  private static func keepsVariants(_ store: any CacheStore) async throws -> String? {
    for (text, selector) in [("a", "1"), ("b", "2"), ("c", "1")] {
      try await store.insert(response(text, selector), for: key())
    }
    try await store.insert(response("d"), for: key())
    let texts = try await store.variants(of: key()).map { String(decoding: $0.body, as: UTF8.self) }.sorted()
    return texts == ["b", "c", "d"] ? nil : "found \(texts)"
  }

  private static func keepsKeysApart(_ store: any CacheStore) async throws -> String? {
    let keys = [
      key("https://h.example/a", "p"), key("https://h.example/a", "q"), key("https://h.example/á", "p"),
      key("https://h.example/a\u{301}", "p"), key("https://h.example/b", "p"), key("", "phttps://h.example/b"),
    ]
    for (index, key) in keys.enumerated() { try await store.insert(response("\(index)"), for: key) }
    for (index, key) in keys.enumerated() {
      let found = try await store.variants(of: key)
      guard found == [response("\(index)")] else { return "\(found) for the key \(index)" }
    }
    return nil
  }

  private static func removes(_ store: any CacheStore) async throws -> String? {
    try await store.insert(response("a", "1"), for: key())
    try await store.insert(response("b", "2"), for: key())
    try await store.remove(response("a", "1").selectors, for: key())
    try await store.remove(response("z", "9").selectors, for: key())
    let found = try await store.variants(of: key())
    return found == [response("b", "2")] ? nil : "found \(found)"
  }

  private static func removesMany(_ store: any CacheStore) async throws -> String? {
    for index in 0..<10 { try await store.insert(response("\(index)"), for: key("https://h.example/\(index)")) }
    let count = try await store.removeAll { !$0.url.hasSameBytes(as: "https://h.example/3") }
    let left = try await store.variants(of: key("https://h.example/3"))
    let gone = try await store.variants(of: key("https://h.example/4"))
    return count == 9 && left.count == 1 && gone.isEmpty
      ? nil : "\(count) removed, \(left.count) and \(gone.count) left"
  }

  private static func removesURLs(_ store: any CacheStore) async throws -> String? {
    for who in ["p", "q"] {
      for (url, selector) in [
        ("https://h.example/a", "1"), ("https://h.example/a", "2"), ("https://h.example/ab", "1"),
      ] {
        try await store.insert(response(who, selector), for: key(url, who))
      }
    }
    try await store.removeAll(forURL: "https://h.example/a")
    var left: [Int] = []
    for who in ["p", "q"] {
      for url in ["https://h.example/a", "https://h.example/ab"] {
        left.append(try await store.variants(of: key(url, who)).count)
      }
    }
    return left == [0, 1, 0, 1] ? nil : "\(left) left"
  }

  private static func counts(_ store: any CacheStore) async throws -> String? {
    for index in 0..<3 {
      let text = String(repeating: "x", count: 1000)
      try await store.insert(response(text), for: key("https://h.example/\(index)"))
    }
    let usage = try await store.usage()
    return usage.entries == 3 && usage.bytes >= 3000 ? nil : "\(usage.entries) responses of \(usage.bytes) bytes"
  }

  private static func worksAtOnce(_ store: any CacheStore) async throws -> String? {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          try await store.insert(response("\(index)"), for: key("https://h.example/\(index)"))
          _ = try await store.variants(of: key("https://h.example/\(index / 2)"))
        }
      }
      try await group.waitForAll()
    }
    for index in 0..<100 {
      let found = try await store.variants(of: key("https://h.example/\(index)"))
      guard found == [response("\(index)")] else { return "\(found) for \(index)" }
    }
    return nil
  }
}
