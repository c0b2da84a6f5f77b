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
  /// An error that names the server of a cluster that is to be asked.
  case elsewhere(ClusterRedirect)

  var bytes: [UInt8]? { if case .bytes(let bytes) = self { bytes } else { nil } }
  var number: Int? { if case .number(let number) = self { number } else { nil } }
  var list: [ValkeyReply] { if case .list(let list) = self { list } else { [] } }
  /// The word of an error, also of one in the replies of a transaction.
  var refusal: String? {
    switch self {
    case .failure(let word): word
    case .list(let list): list.lazy.compactMap(\.refusal).first
    case .elsewhere: "MOVED"
    case .bytes, .number, .nothing: nil
    }
  }
  var redirect: ClusterRedirect? { if case .elsewhere(let redirect) = self { redirect } else { nil } }
}

/// Reads replies from the bytes that have arrived.
///
/// Pure: it is fed, and asked. A server decides neither how deep nor how large a reply is: both have limits.
struct ReplyReader {
  /// The bytes are no reply, or too many.
  struct Invalid: Error {}

  /// A value, or the beginning of a list.
  private enum Token {
    case value(ValkeyReply)
    case list(Int)
  }

  private static let deepest = 4
  private let limit: Int
  private var buffer: [UInt8] = []
  /// What is before it has been read.
  private var start = 0
  private var taken = 0
  /// The lists that are not whole yet, the innermost last, with how many elements each lacks.
  private var open: [(lacks: Int, list: [ValkeyReply])] = []

  /// Whether there is nothing but what was read.
  var isEmpty: Bool { start == buffer.count && open.isEmpty }

  /// - Parameter limit: how many bytes all replies together may have.
  init(limit: Int) {
    self.limit = limit
  }

  mutating func feed(_ bytes: [UInt8]) throws(Invalid) {
    taken += bytes.count
    guard taken <= limit else { throw Invalid() }
    if start > buffer.count / 2 {
      buffer.removeSubrange(..<start)
      start = 0
    }
    buffer += bytes
  }

  /// The next reply; `nil` if it is not whole yet.
  mutating func next() throws(Invalid) -> ValkeyReply? {
    while let token = try token() {
      var value: ValkeyReply
      switch token {
      case .list(let count) where count > 0:
        guard open.count < Self.deepest else { throw Invalid() }
        open.append((count, []))
        continue
      case .list: value = .list([])
      case .value(let read): value = read
      }
      // It may be the last of its list, which may be the last of another.
      while var last = open.popLast() {
        last.list.append(value)
        last.lacks -= 1
        guard last.lacks == 0 else {
          open.append(last)
          break
        }
        value = .list(last.list)
      }
      if open.isEmpty { return value }
    }
    return nil
  }

  private mutating func token() throws(Invalid) -> Token? {
    var place = start
    guard let line = try line(at: &place) else { return nil }
    let rest = line.dropFirst()
    let token: Token
    switch line.first {
    case UInt8(ascii: "+"): token = .value(.bytes(Array(rest)))
    case UInt8(ascii: "-"):
      if let redirect = ClusterRedirect(rest) {
        token = .value(.elsewhere(redirect))
        break
      }
      // Before Redis 7, that of a script's command stands behind one of the script.
      let isReadOnly = String(decoding: rest, as: UTF8.self).contains(bytes: " -READONLY ")
      let word = rest.prefix { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      token = .value(.failure(isReadOnly ? "READONLY" : String(decoding: word.prefix(32), as: UTF8.self)))
    case UInt8(ascii: ":"): token = .value(.number(try number(rest)))
    case UInt8(ascii: "$"):
      let count = try number(rest)
      guard count <= limit else { throw Invalid() }
      if count < 0 {
        token = .value(.nothing)
      } else {
        let end = place + count
        guard buffer.count >= end + 2 else { return nil }
        guard buffer[end] == 0x0D, buffer[end + 1] == 0x0A else { throw Invalid() }
        token = .value(.bytes(Array(buffer[place..<end])))
        place = end + 2
      }
    case UInt8(ascii: "*"):
      let count = try number(rest)
      // Each takes four bytes at least, so that a count alone makes no room.
      guard count <= limit / 4 else { throw Invalid() }
      token = count < 0 ? .value(.nothing) : .list(count)
    default: throw Invalid()
    }
    start = place
    return token
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
