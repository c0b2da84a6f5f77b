// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestValkey

/// Entries as a server keeps them.
struct PackedEntryTests {
  private static let text = Data(String(repeating: #"{"order": 17, "state": "open"},"#, count: 2_000).utf8)

  @Test func `what is long and repeats itself is kept in less than a tenth, and comes back as it was`() {
    let packed = PackedEntry.pack(Self.text)
    #expect(packed.count < Self.text.count / 10)
    #expect(PackedEntry.unpack(packed, limit: 1 << 20) == Self.text)
  }

  @Test func `what is short, or does not get smaller, is kept as it is`() {
    var generator = SystemRandomNumberGenerator()
    let noise = Data((0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    for entry in [Data(), Self.text.prefix(PackedEntry.least - 1), noise] {
      #expect(PackedEntry.pack(entry) == entry)
      #expect(PackedEntry.unpack(entry, limit: 1 << 20) == entry)
    }
  }

  @Test func `a damaged entry is none`() {
    let packed = PackedEntry.pack(Self.text)
    #expect(PackedEntry.unpack(packed.dropLast(), limit: 1 << 20) == nil)
    #expect(PackedEntry.unpack(packed.prefix(2), limit: 1 << 20) == nil)
    for place in [10, packed.count / 2, packed.count - 6] {
      var damaged = packed
      damaged[damaged.startIndex + place] ^= 0x55
      #expect(PackedEntry.unpack(damaged, limit: 1 << 20) == nil, "byte \(place)")
    }
  }

  @Test func `an entry that would fill the memory is none`() {
    let bomb = PackedEntry.pack(Data(count: (1 << 20) + 1))
    #expect(bomb.count < 1 << 20)
    #expect(PackedEntry.unpack(bomb, limit: 1 << 20) == nil)
  }
}
