// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

@testable import ResourceRequestCore

/// The files of a disk cache: a flipped bit or a cut is detected, and no content crashes the reader.
enum CacheEntryFuzz: FuzzTarget {
  static let name = "cache-entry"
  static let seeds: String? = nil

  private static let key = CacheKey(partition: "p", url: "https://h.example/x")

  static func read(_ bytes: UnsafeBufferPointer<UInt8>) {
    let data = Data(bytes)
    _ = DiskEntry.head(data)
    if let found = DiskEntry.decode(data) { precondition(DiskEntry.encode(found.response, for: found.key) == data) }
    let response = CachedResponse(
      status: 200,
      headers: ["A": String(decoding: bytes.prefix(20), as: UTF8.self)],
      body: data,
      requestTime: 1,
      responseTime: 2,
      selectors: [.init(name: "a", value: nil)]
    )
    let whole = DiskEntry.encode(response, for: key)
    guard let found = DiskEntry.decode(whole) else { preconditionFailure("what was written is not read") }
    precondition(found.key == key && found.response == response)
    // The input selects the flipped bit and the place of the cut.
    let place = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } % (whole.count * 8)
    var flipped = whole
    flipped[place / 8] ^= 1 << UInt8(place % 8)
    precondition(DiskEntry.decode(flipped) == nil)
    precondition(DiskEntry.decode(whole.prefix(place / 8)) == nil)
    _ = DiskEntry.head(flipped)
    _ = DiskEntry.head(whole.prefix(place / 8))
  }
}
