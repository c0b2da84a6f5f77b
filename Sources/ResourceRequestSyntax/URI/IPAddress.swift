// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An IP address of either version, as bytes in network order.
package struct IPAddress: Sendable, Hashable, CustomStringConvertible {
  /// Four bytes or sixteen.
  package let bytes: [UInt8]

  /// An address of four bytes or sixteen; `nil` for any other number.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = Array(bytes)
  }

  /// Reads an address in its usual form, IPv6 with brackets or without; `nil` for a name.
  package init?(_ text: some StringProtocol) {
    if text.contains(byte: ":") {
      let brackets = text.begins(withBytesOf: "[") && text.ends(withBytesOf: "]") ? 1 : 0
      let inner = Substring(text).utf8.dropFirst(brackets).dropLast(brackets)
      guard let address = IPv6Address(Substring(inner)) else { return nil }
      bytes = address.bytes
    } else {
      guard let number = IPv4Number.strict(Substring(text).utf8[...]) else { return nil }
      bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
  }

  /// Whether the first bits of two addresses of one version are the same.
  package func agrees(with other: IPAddress, on bits: Int) -> Bool {
    guard bytes.count == other.bytes.count else { return false }
    let whole = bits / 8
    guard bytes[..<whole] == other.bytes[..<whole] else { return false }
    let rest = bits % 8
    return rest == 0 || (bytes[whole] ^ other.bytes[whole]) >> (8 - rest) == 0
  }

  /// Dotted decimal, or IPv6 as RFC 5952 writes it, without brackets.
  package var description: String {
    guard bytes.count == 16 else { return bytes.map { String($0) }.joined(separator: ".") }
    return IPv6Address(bytes: bytes).canonical
  }
}
