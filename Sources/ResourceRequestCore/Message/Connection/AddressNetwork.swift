// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A network of IP addresses, such as `10.1.0.0/16` or `fd00::/8`, or a single address.
public struct AddressNetwork: Sendable, Hashable, CustomStringConvertible {
  private let address: IPAddress
  private let bits: Int

  /// Parses a network: an address, `/` and a prefix length; `nil` if the text is malformed.
  ///
  /// Without a `/` it is a single address.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(atByte: "/", maxSplits: 1)
    guard let first = parts.first, let address = IPAddress(first) else { return nil }
    let size = address.bytes.count * 8
    guard parts.count == 2 else {
      self.address = address
      bits = size
      return
    }
    guard let bits = DecimalDigits.value(parts[1].utf8), bits <= size else { return nil }
    self.address = address
    self.bits = bits
  }

  /// Whether the block contains an address.
  package func contains(_ other: IPAddress) -> Bool { address.agrees(with: other, on: bits) }

  /// The network as text, without a prefix length for a single address.
  public var description: String { bits == address.bytes.count * 8 ? "\(address)" : "\(address)/\(bits)" }
}
