// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An IPv6 address, read by RFC 4291 §2.2 and written by RFC 5952.
struct IPv6Address: Sendable, Hashable {
  private let groups: [UInt16]

  /// Parses an address without its brackets; `nil` if it is invalid, or has a zone.
  init?(_ text: Substring) {
    // Twice `::` or a stray `:` at an end shows as empty parts, which no group may be.
    var halves: [[UInt16]] = []
    var rest = text.utf8[...]
    if let gap = rest.firstRange(of: "::".utf8) {
      guard let head = Self.groups(of: rest[..<gap.lowerBound], mayEndInIPv4: false) else { return nil }
      halves.append(head)
      rest = rest[gap.upperBound...]
    }
    guard let tail = Self.groups(of: rest, mayEndInIPv4: true) else { return nil }
    halves.append(tail)
    let count = halves.reduce(0) { $0 + $1.count }
    if halves.count == 1 {
      guard count == 8 else { return nil }
      groups = tail
    } else {
      guard count < 8 else { return nil }
      groups = halves[0] + Array(repeating: 0, count: 8 - count) + tail
    }
  }

  /// An address of sixteen bytes, in network order.
  init(bytes: [UInt8]) {
    groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  /// The sixteen bytes, in network order.
  var bytes: [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }

  private static func groups(of text: Substring.UTF8View, mayEndInIPv4: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var embedded: [UInt16] = []
    if mayEndInIPv4, let last = parts.last, last.contains(UInt8(ascii: ".")) {
      guard let address = IPv4Number.strict(last) else { return nil }
      embedded = [UInt16(address >> 16), UInt16(address & 0xFFFF)]
      parts.removeLast()
    }
    var groups: [UInt16] = []
    for part in parts {
      guard (1...4).contains(part.count) else { return nil }
      var value: UInt16 = 0
      for byte in part {
        guard let digit = PercentEncoding.hexValue(byte) else { return nil }
        value = value << 4 | UInt16(digit)
      }
      groups.append(value)
    }
    return groups + embedded
  }

  /// RFC 5952 §4 and, for IPv4-mapped addresses, §5.
  var canonical: String {
    if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
      return "::ffff:" + IPv4Number.dotted(UInt32(groups[6]) << 16 | UInt32(groups[7]))
    }
    // `::` stands for the first of the longest runs of at least two zero groups.
    var longest = 0..<0
    var index = 0
    while index < 8 {
      var end = index
      while end < 8, groups[end] == 0 { end += 1 }
      if end - index > max(longest.count, 1) { longest = index..<end }
      index = max(end, index + 1)
    }
    func text(_ range: some Sequence<UInt16>) -> String {
      range.map { String($0, radix: 16) }.joined(separator: ":")
    }
    if longest.isEmpty { return text(groups) }
    return text(groups[..<longest.lowerBound]) + "::" + text(groups[longest.upperBound...])
  }
}
