// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestConformance
import Testing

@testable import ResourceRequestCore

@Suite struct MemoryCacheStoreTests {
  private func key(_ index: Int) -> CacheKey { CacheKey(partition: "", url: "https://h.example/\(index)") }

  private func response(_ size: Int = 1000, at time: Int64 = 0, selector: String? = nil) -> CachedResponse {
    CachedResponse(
      status: 200,
      headers: ["A": "b"],
      body: Data(count: size),
      requestTime: time,
      responseTime: time,
      selectors: selector.map { [.init(name: "s", value: $0)] } ?? []
    )
  }

  @Test func `it keeps the promises of a store`() async {
    #expect(await CacheStoreConformance { MemoryCacheStore() }.run() == [])
  }

  @Test func `it never holds more than its limit, whatever is put in and taken out`() {
    let store = MemoryCacheStore(limit: 50_000)
    var random = SystemRandomNumberGenerator()
    for index in 0..<5000 {
      switch random.next(upperBound: UInt(4)) {
      case 0: store.dropAll(for: key(Int(random.next(upperBound: UInt(200)))))
      case 1: _ = store.found(key(Int(random.next(upperBound: UInt(200)))))
      default:
        let size = Int(random.next(upperBound: UInt(20_000)))
        store.put(response(size, selector: "\(index % 3)"), for: key(Int(random.next(upperBound: UInt(200)))))
      }
      let usage = store.currentUsage
      guard usage.bytes <= 50_000, usage.bytes >= 0 else { return #expect(Bool(false), "\(usage)") }
    }
    for index in 0..<200 { store.dropAll(for: key(index)) }
    #expect(store.currentUsage == CacheUsage(entries: 0, bytes: 0, limit: 50_000))
  }

  @Test func `what is larger than the limit is not kept, and nor is what it was to take the place of`() {
    let store = MemoryCacheStore(limit: 5000)
    #expect(store.put(response(), for: key(1)))
    #expect(!store.put(response(6000), for: key(1)))
    #expect(store.found(key(1)) == nil)
  }

  @Test func `of too many variants the one that came first goes, not the newest`() throws {
    let store = MemoryCacheStore()
    for index in 0...MemoryCacheStore.mostVariants {
      store.put(response(at: Int64(index), selector: "\(index)"), for: key(1))
    }
    let times = try #require(store.found(key(1))).map(\.responseTime)
    #expect(times.sorted() == (1...Int64(MemoryCacheStore.mostVariants)).map(\.self))
  }

  @Test func `variants that are too large together go before the newest does`() throws {
    let store = MemoryCacheStore(limit: 10_000)
    for index in 0..<5 { #expect(store.put(response(4000, at: Int64(index), selector: "\(index)"), for: key(1))) }
    #expect(try #require(store.found(key(1))).map(\.responseTime) == [3, 4])
  }

  @Test func `all stored responses of a URL are removed at once, in every partition`() {
    let store = MemoryCacheStore(limit: 100_000)
    for index in 0..<100 {
      for who in ["a", "b", "c"] { store.put(response(), for: CacheKey(partition: who, url: "\(index % 40)")) }
    }
    var left = store.currentUsage.entries
    for index in 0..<40 {
      left -= store.dropAll(forURL: "\(index)")
      #expect(store.currentUsage.entries == left)
      for who in ["a", "b", "c"] { #expect(store.seen(CacheKey(partition: who, url: "\(index)")) == nil) }
    }
    #expect(store.currentUsage.bytes == 0)
  }

  @Test func `the number of responses is known without counting them`() {
    var generator = SystemRandomNumberGenerator()
    let memory = MemoryCacheStore(limit: 20_000)
    for _ in 0..<2000 {
      let number = Int.random(in: 0..<9, using: &generator)
      let key = CacheKey(partition: "\(number % 2)", url: "http://h.example/\(number / 2)")
      let selector = CachedResponse.Selector(name: "a", value: "\(Int.random(in: 0..<5, using: &generator))")
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: memory.dropAll(for: key)
      case 1: memory.drop([selector], for: key)
      case 2: memory.dropAll(forURL: key.url)
      case _:
        let response = CachedResponse(
          status: 200,
          headers: [:],
          body: Data(count: Int.random(in: 0..<6000, using: &generator)),
          requestTime: 0,
          responseTime: 0,
          selectors: [selector]
        )
        memory.put(response, for: key)
      }
      let keys = (0..<9).map { CacheKey(partition: "\($0 % 2)", url: "http://h.example/\($0 / 2)") }
      #expect(memory.currentUsage.entries == keys.reduce(0) { $0 + (memory.seen($1)?.count ?? 0) })
    }
  }

  @Test func `what was put in last is there`() {
    let store = MemoryCacheStore(limit: 20_000)
    for index in 0..<1000 {
      #expect(store.put(response(), for: key(index)))
      #expect(store.found(key(index)) != nil)
    }
  }
}
