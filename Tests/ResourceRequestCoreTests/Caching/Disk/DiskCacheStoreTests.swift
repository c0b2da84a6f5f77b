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
    try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".rrcache") }.map {
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
    var crc = CRC32C()
    Array("123456789".utf8).withUnsafeBytes { crc.update($0) }
    #expect(crc.value == 0xE306_9283)
    var parts = CRC32C()
    Array("1234567".utf8).withUnsafeBytes { parts.update($0) }
    Array("89".utf8).withUnsafeBytes { parts.update($0) }
    #expect(parts.value == crc.value)
  }
}
