// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

/// Which server of a cluster has which keys, as its servers say.
///
/// A key belongs to one of 16,384 slots, and a slot to a server. Of a key with `{…}` that part alone counts, so that keys
/// that are used together share it. Pure.
struct ClusterSlots {
  static let count = 16_384

  /// The slots of a server: those from a first one to a last one.
  private struct Share {
    let slots: ClosedRange<Int>
    let place: ValkeyAddress.Place
  }

  private var shares: [Share] = []
  /// The servers of slots that have moved since.
  private var moved: [Int: ValkeyAddress.Place] = [:]

  /// The servers that have slots.
  var places: Set<ValkeyAddress.Place> { Set(shares.map(\.place)).union(moved.values) }

  /// The server of a slot, if it is known.
  subscript(slot: Int) -> ValkeyAddress.Place? {
    moved[slot] ?? shares.first { $0.slots.contains(slot) }?.place
  }

  /// Notes that a slot has another server.
  mutating func move(_ slot: Int, to place: ValkeyAddress.Place) {
    if self[slot] != place { moved[slot] = place }
  }

  /// Forgets what a server has.
  mutating func forget(_ place: ValkeyAddress.Place) {
    shares.removeAll { $0.place == place }
    moved = moved.filter { $0.value != place }
  }

  /// No server is known.
  init() {}

  /// Reads the reply to `CLUSTER SLOTS`; what is no share is left out.
  ///
  /// - Parameters:
  ///   - reply: the shares: first and last slot, and servers, of which the first takes writes.
  ///   - asked: the server that has replied, whose host stands where the reply has none.
  init(_ reply: ValkeyReply, from asked: ValkeyAddress.Place) {
    shares = reply.list.prefix(Self.count).compactMap { share in
      guard case let parts = share.list, parts.count > 2, let first = parts[0].number, let last = parts[1].number,
        first <= last, (0..<Self.count).contains(first), (0..<Self.count).contains(last),
        case let server = parts[2].list, server.count > 1, let port = server[1].number,
        let place = asked.neighbour(server[0].bytes.map { String(decoding: $0, as: UTF8.self) } ?? "", port: port)
      else { return nil }
      return Share(slots: first...last, place: place)
    }
  }

  /// The slot of what a server is asked to do together; `nil` if no key is named.
  static func slot(of commands: [ValkeyLine.Command]) -> Int? {
    commands.lazy.compactMap { key(of: $0) }.first.map { slot(of: $0) }
  }

  /// The slot of a key: CRC-16 (XMODEM) of it, or of what stands in its first braces.
  static func slot(of key: [UInt8]) -> Int {
    var part = key[...]
    if let open = key.firstIndex(of: UInt8(ascii: "{")) {
      let rest = key[(open + 1)...]
      if let close = rest.firstIndex(of: UInt8(ascii: "}")), close > rest.startIndex { part = rest[..<close] }
    }
    let sum = part.reduce(UInt16(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt16(byte) << 8) { sum, _ in sum & 0x8000 == 0 ? sum << 1 : sum << 1 ^ 0x1021 }
    }
    return Int(sum) % count
  }

  /// The first key that a command names.
  private static func key(of command: ValkeyLine.Command) -> [UInt8]? {
    let place =
      switch command.first.map({ String(decoding: $0, as: UTF8.self) }) {
      case "MULTI", "EXEC", "SCAN", "CLUSTER": 0
      case "EVAL": 3
      case "MEMORY": 2
      default: 1
      }
    return place > 0 && place < command.count ? command[place] : nil
  }
}

/// Another server, to which one of a cluster sends its clients.
struct ClusterRedirect: Sendable, Hashable {
  /// Whether it is for these commands only, since their slot is moving.
  let isOnce: Bool
  let host: String
  let port: Int

  /// Reads `MOVED 3999 host:6381` or `ASK 3999 host:6381`.
  ///
  /// `nil` for another error; the host may be missing.
  init?(_ line: some Collection<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(atByte: " ")
    isOnce = words[0].hasSameBytes(as: "ASK")
    guard words.count == 3, isOnce || words[0].hasSameBytes(as: "MOVED"), Int(words[1]) != nil,
      let colon = words[2].utf8.lastIndex(of: UInt8(ascii: ":")), let port = Int(words[2][colon...].dropFirst())
    else { return nil }
    host = String(words[2][..<colon])
    self.port = port
  }
}

extension ValkeyAddress.Place {
  private static let hostCharacters = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.:")

  /// Another server of the same cluster; `nil` if it has no port, or no host that could be had from this one.
  func neighbour(_ host: String, port: Int) -> ValkeyAddress.Place? {
    guard (1...65_535).contains(port) else { return nil }
    guard host.isEmpty || host.hasSameBytes(as: "?") else {
      // It stands in messages, and may be looked up.
      let isPlain = host.utf8.count < 256 && host.utf8.allSatisfy(Self.hostCharacters.contains)
      return isPlain ? .host(host, port: port) : nil
    }
    guard case .host(let own, _) = self else { return nil }
    return .host(own, port: port)
  }
}
