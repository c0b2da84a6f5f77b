// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// A reply of the server (RESP2).
enum ValkeyReply: Sendable, Hashable {
  case bytes([UInt8])
  case number(Int)
  case list([ValkeyReply])
  case nothing
  /// The first word of an error, such as `WRONGTYPE`: what follows may repeat what was sent.
  case failure(String)

  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var list: [ValkeyReply] { if case .list(let list) = self { list } else { [] } }
}

/// Reads replies from the bytes that have arrived.
///
/// Pure: it is fed, and asked. A server decides neither how deep nor how large a reply is: both have limits.
struct ReplyReader {
  /// The bytes are no reply, or too many.
  struct Invalid: Error {}

  private static let deepest = 4
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var taken = 0

  /// - Parameter limit: how many bytes all replies together may have.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(Invalid) {
    taken += bytes.count
    guard taken <= limit else { throw Invalid() }
    if start > 0, start == buffer.count {
      buffer.removeAll(keepingCapacity: true)
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next reply; `nil` if it is not whole yet.
  mutating func next() throws(Invalid) -> ValkeyReply? {
    var place = start
    guard let reply = try reply(at: &place, depth: Self.deepest) else { return nil }
    start = place
    return reply
  }

  private func reply(at place: inout Int, depth: Int) throws(Invalid) -> ValkeyReply? {
    guard let line = try line(at: &place) else { return nil }
    let rest = line.dropFirst()
    switch line.first {
    case UInt8(ascii: "+"): return .bytes(Array(rest))
    case UInt8(ascii: "-"):
      let word = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      return .failure(String(decoding: word.prefix(32), as: UTF8.self))
    case UInt8(ascii: ":"): return .number(try number(rest))
    case UInt8(ascii: "$"):
      let count = try number(rest)
      guard count >= 0 else { return .nothing }
      guard count <= limit else { throw Invalid() }
      guard buffer.count - place >= count + 2 else { return nil }
      defer { place += count + 2 }
      guard buffer[place + count] == 0x0D, buffer[place + count + 1] == 0x0A else { throw Invalid() }
      return .bytes(Array(buffer[place..<place + count]))
    case UInt8(ascii: "*"):
      let count = try number(rest)
      guard count >= 0 else { return .nothing }
      // Each takes four bytes at least, so that a count alone makes no room.
      guard depth > 0, count <= limit / 4 else { throw Invalid() }
      var list: [ValkeyReply] = []
      for _ in 0..<count {
        guard let element = try reply(at: &place, depth: depth - 1) else { return nil }
        list.append(element)
      }
      return .list(list)
    default: throw Invalid()
    }
  }

  /// A line without its end, which the place is then behind; `nil` if it is not whole.
  private func line(at place: inout Int) throws(Invalid) -> ArraySlice<UInt8>? {
    let rest = buffer[place...]
    guard let end = rest.firstIndex(of: 0x0D) else {
      // Of a length or an error no more is to come than this.
      guard rest.count < 64 << 10 else { throw Invalid() }
      return nil
    }
    guard end + 1 < buffer.count else { return nil }
    guard buffer[end + 1] == 0x0A, end > place else { throw Invalid() }
    place = end + 2
    return rest[..<end]
  }

  private func number(_ digits: ArraySlice<UInt8>) throws(Invalid) -> Int {
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { throw Invalid() }
    return number
  }
}
