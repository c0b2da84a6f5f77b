// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestConformance
import Testing

@testable import ResourceRequestCore

@Suite struct DiskCacheStoreTests {
  private static func folder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "rr-cache-" + UUID().uuidString).path
  }

  private let path = DiskCacheStoreTests.folder()
  private let key = CacheKey(partition: "p", url: "https://h.example/x")

  private func response(_ text: String = "hello", isAuthorized: Bool = false) -> CachedResponse {
    CachedResponse(
      status: 200,
      headers: ["ETag": "\"a\"", "Cache-Control": "max-age=60"],
      body: Data(text.utf8),
      requestTime: 1,
      responseTime: 2,
      selectors: [.init(name: "accept", value: nil)],
      isAuthorized: isAuthorized
    )
  }

  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(".rrcache") }.map {
      path + "/" + $0
    }
  }

  @Test func `it keeps the promises of a store`() async {
    let paths = Lock<[String]>([])
    defer { for path in paths.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) } }
    let suite = CacheStoreConformance {
      let path = Self.folder()
      paths.withLock { $0.append(path) }
      return try DiskCacheStore(directory: path)
    }
    #expect(await suite.run() == [])
  }

  @Test func `what was stored is there in the next run, for its owner's eyes only`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await DiskCacheStore(directory: path).insert(response(), for: key)
    let next = try DiskCacheStore(directory: path)
    #expect(try await next.variants(of: key) == [response()])
    #expect(try await next.list().map(\.key) == [key])
    let permissions = { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
    #expect(try permissions(path) == 0o700)
    #expect(try permissions(try #require(try files().first)) == 0o600)
  }

  @Test func `a directory whose maker was killed while it wrote the tag is used, and one with other files is not`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    let draft = path + "/CACHEDIR.TAG.17.4.draft"
    try Data("Sign".utf8).write(to: URL(filePath: draft))
    for other in ["photo.jpg", "CACHEDIR.TAG.draft.jpg", "photo.draft"] {
      try Data().write(to: URL(filePath: path + "/" + other))
      #expect(throws: (any Error).self) { try DiskCacheStore(directory: path) }
      try FileManager.default.removeItem(atPath: path + "/" + other)
    }
    try await DiskCacheStore(directory: path).insert(response(), for: key)
    #expect(try await DiskCacheStore(directory: path).variants(of: key) == [response()])
  }

  @Test func `no flipped bit and no cut is ever served, and the file is gone`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    let whole = DiskEntry.encode(response(), for: key)
    try await store.insert(response(), for: key)
    let file = try #require(try files().first)
    for bit in 0..<(whole.count * 8) {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      try bytes.write(to: URL(filePath: file))
      let found = try await store.variants(of: key)
      guard found.isEmpty, try files().isEmpty else { return #expect(Bool(false), "bit \(bit)") }
    }
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: file))
      guard try await store.variants(of: key).isEmpty else { return #expect(Bool(false), "length \(length)") }
    }
  }

  @Test func `a file of another key under its name is not served`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    try await store.insert(response(), for: key)
    let other = CacheKey(partition: "q", url: key.url)
    try DiskEntry.encode(response("other's"), for: other).write(to: URL(filePath: try #require(try files().first)))
    #expect(try await store.variants(of: key) == [])
  }

  @Test func `beyond its size the files go that were not used for longest`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path, size: 20_000)
    for index in 0..<100 {
      let key = CacheKey(partition: "", url: "\(index)")
      try await store.insert(response(String(repeating: "x", count: 1000)), for: key)
      let usage = try await store.usage()
      #expect(usage.bytes <= 20_000)
    }
    #expect(try await store.usage().entries > 5)
  }

  @Test func `a directory that vanishes is misses, and failures of storing are errors`() async throws {
    let store = try DiskCacheStore(directory: path)
    try await store.insert(response(), for: key)
    try FileManager.default.removeItem(atPath: path)
    #expect(try await store.variants(of: key) == [])
    await #expect(throws: (any Error).self) { try await store.insert(response(), for: key) }
  }

  @Test func `a directory of other things, a file, and one that others may write are refused`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: path + "/thesis.tex"))
    #expect(throws: ResourceError.self) { try DiskCacheStore(directory: path) }
    #expect(throws: ResourceError.self) { try DiskCacheStore(directory: path + "/thesis.tex") }
    try FileManager.default.removeItem(atPath: path + "/thesis.tex")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    #expect(throws: ResourceError.self) { try DiskCacheStore(directory: path) }
    #expect(throws: ResourceError.self) { try DiskCacheStore(directory: "") }
  }

  @Test func `all stored responses of a URL are removed in every partition, duplicates included`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    for who in ["a", "b", "c"] {
      try await store.insert(response(who), for: CacheKey(partition: who, url: key.url))
      try await store.insert(response(who), for: CacheKey(partition: who, url: "other"))
    }
    try await store.removeAll(forURL: key.url)
    for who in ["a", "b", "c"] {
      #expect(try await store.variants(of: CacheKey(partition: who, url: key.url)).isEmpty)
      #expect(try await store.variants(of: CacheKey(partition: who, url: "other")).count == 1)
    }
  }

  @Test func `of two files of one response the newer counts, and both are replaced and removed`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    func twice() throws {
      let file = try #require(try files().first { $0.hasSuffix("-0.rrcache") })
      let older = response("older").freshened([:], requestTime: 0, responseTime: 1, selectors: response().selectors)
      try DiskEntry.encode(older, for: key)
        .write(to: URL(filePath: String(file.dropLast("0.rrcache".count)) + "5.rrcache"))
    }
    try await store.insert(response("first"), for: key)
    try twice()
    #expect(try await store.variants(of: key).map(\.body) == [Data("first".utf8)])
    try await store.insert(response("second"), for: key)
    #expect(try files().count == 1)
    try twice()
    try await store.remove(response().selectors, for: key)
    #expect(try files().isEmpty)
  }

  @Test func `what is too large for the directory leaves nothing older there`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path, size: 2000)
    try await store.insert(response("small"), for: key)
    try await store.insert(response(String(repeating: "x", count: 3000)), for: key)
    #expect(try await store.variants(of: key).isEmpty)
  }

  @Test func `what a writer left behind is removed, and what is being written is not`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    try await store.insert(response(), for: key)
    let folder = URL(filePath: try #require(try files().first)).deletingLastPathComponent().path
    let drafts = ["a.1.2.draft", "b.1.2.draft", "c.1.2.draft"].map { folder + "/" + $0 }
    for draft in drafts { try Data(count: 100).write(to: URL(filePath: draft)) }
    let long = Date(timeIntervalSinceNow: -100)
    for draft in drafts.dropLast() {
      try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: draft)
    }
    let writer = open(drafts[1], O_RDONLY)
    defer { close(writer) }
    #expect(flock(writer, LOCK_EX | LOCK_NB) == 0)
    #expect(try await store.usage().entries == 1)
    #expect(drafts.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
  }

  @Test func `a file in the place of the directory is misses, and an error where something is stored`() async throws {
    let store = try DiskCacheStore(directory: path)
    try await store.insert(response(), for: key)
    try FileManager.default.removeItem(atPath: path)
    try Data("no directory".utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try await store.variants(of: key) == [])
    await #expect(throws: (any Error).self) { try await store.insert(response(), for: key) }
    try await store.removeAll(forURL: key.url)
  }

  /// A response of about ten thousand bytes.
  private var large: CachedResponse { response(String(repeating: "x", count: 10_000)) }

  private func key(_ number: Int) -> CacheKey { CacheKey(partition: "p", url: "https://h.example/\(number)") }

  @Test func `four writers keep a directory within 1.2 times its size`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stores = try (0..<4).map { _ in try DiskCacheStore(directory: path, size: 500_000) }
    for number in 0..<200 {
      try await stores[number % 4].insert(large, for: key(number))
      if number % 50 == 49 {
        let usage = try await stores[0].usage()
        #expect(usage.bytes <= 600_000)
      }
    }
    let last = try await stores[1].variants(of: key(199))
    #expect(last.count == 1)
  }

  @Test func `the first write of a process lists no directory that others have counted`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    try await DiskCacheStore(directory: path, size: 100_000).insert(large, for: key(0))
    // Files that nobody counted: who lists the directory removes them.
    let first = try #require(try files().first)
    for number in 0..<20 { try FileManager.default.copyItem(atPath: first, toPath: "\(first)-\(number).rrcache") }
    try await DiskCacheStore(directory: path, size: 100_000).insert(large, for: key(1))
    #expect(try files().count == 22)
    // Without the count it is listed.
    try FileManager.default.removeItem(atPath: path + "/SIZE")
    try await DiskCacheStore(directory: path, size: 100_000).insert(large, for: key(2))
    #expect(try files().count < 22)
  }

  @Test func `removals and replacements are counted, so that there is room again`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path, size: 100_000)
    for _ in 0..<50 { try await store.insert(large, for: key(0)) }
    for number in 1..<8 { try await store.insert(large, for: key(number)) }
    for number in 1..<8 { try await store.removeAll(forURL: key(number).url) }
    for number in 10..<17 { try await store.insert(large, for: key(number)) }
    #expect(try await store.usage().entries == 8)
  }

  @Test func `a count that cannot be true is listed again`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path, size: 100_000)
    try await store.insert(large, for: key(0))
    try Data("\(Int.max) 0".padding(toLength: 64, withPad: " ", startingAt: 0).utf8)
      .write(to: URL(filePath: path + "/SIZE"))
    try await store.insert(large, for: key(1))
    #expect(try await store.usage().entries == 2)
  }

  @Test func `a pipe, a link or a directory in a response's place blocks nothing and is replaced`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = try DiskCacheStore(directory: path)
    try await store.insert(response(), for: key)
    let file = try #require(try files().first)
    for place in 0..<8 {
      let name = file.replacing("-0.rrcache", with: "-\(place).rrcache")
      try? FileManager.default.removeItem(atPath: name)
      if place % 2 == 0 {
        #expect(mkfifo(name, 0o600) == 0)
      } else {
        try FileManager.default.createSymbolicLink(atPath: name, withDestinationPath: "/etc/passwd")
      }
    }
    let found = try await store.variants(of: key)
    #expect(found.isEmpty)
    try await store.insert(response("new"), for: key)
    try await store.remove([.init(name: "none", value: nil)], for: key)
    #expect(try await store.variants(of: key).map(\.body) == [Data("new".utf8)])
    // The same for the count.
    try FileManager.default.removeItem(atPath: path + "/SIZE")
    #expect(mkfifo(path + "/SIZE", 0o600) == 0)
    try await store.insert(response("newer"), for: key)
    #expect(try await store.variants(of: key).map(\.body) == [Data("newer".utf8)])
  }

  @Test func `a directory given as a client's store keeps responses to credentials only if it was told to`()
    async throws
  {
    for isNotified in [false, true] {
      let store = try DiskCacheStore(directory: path + "-\(isNotified)", storesAuthorized: isNotified)
      defer { try? FileManager.default.removeItem(atPath: path + "-\(isNotified)") }
      let bench = CacheBench { $0.cacheStore = store }
      bench.answer(["Cache-Control": "max-age=60"], "ann's")
      try await bench.get {
        $0.cachePartition = "ann"; $0.headers["Authorization"] = "ann"
      }
      await bench.client.drain(within: .seconds(60))
      #expect(try await store.usage().entries == (isNotified ? 1 : 0))
    }
  }

  @Test func `two stores of one directory give no wrong body`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let stores = [try DiskCacheStore(directory: path), try DiskCacheStore(directory: path)]
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for index in 0..<2000 {
        group.addTask {
          let key = CacheKey(partition: "", url: "\(index % 7)")
          let store = stores[index % 2]
          let text = String(repeating: key.url, count: 500)
          if index % 3 == 0 { try await store.insert(response(text), for: key) }
          return try await store.variants(of: key).allSatisfy { $0.body == Data(text.utf8) }
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }

  @Test func `the checksum is CRC-32C`() {
    var crc = CRC32.castagnoli
    Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
    #expect(crc.value == 0xE306_9283)
    var parts = CRC32.castagnoli
    Array("1234567".utf8).withUnsafeBytes { parts.update($0) }
    Array("89".utf8).withUnsafeBytes { parts.update($0) }
    #expect(parts.value == crc.value)
  }
}
