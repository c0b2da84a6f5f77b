// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The normalized form of a host, used for comparing, pooling, and in transports.
///
/// Names are lower case, labels outside ASCII are A-labels, percent-encoding is removed, IPv4 numbers are dotted
/// decimal, and IPv6 addresses are in brackets in the form of RFC 5952. A host that cannot be normalized with certainty
/// is refused: if two programs could read it differently, requests and credentials could go elsewhere.
package struct HostName: Sendable, Hashable {
  /// The canonical form, without a trailing dot.
  package let text: String
  /// Whether the name was written with a trailing dot, which keeps resolvers from trying search domains.
  package let isFullyQualified: Bool

  /// Whether a canonical host is an address and no name.
  package static func isAddress(_ host: String) -> Bool { host.begins(withBytesOf: "[") || IPAddress(host) != nil }

  package init(_ written: Substring) throws(Invalid) {
    if written.utf8.first == UInt8(ascii: "[") {
      let inner = Substring(written.utf8.dropFirst().dropLast())
      if inner.utf8.contains(UInt8(ascii: "%")) { throw .zone }
      guard let address = IPv6Address(inner) else { throw .ipv6 }
      text = "[\(address.canonical)]"
      isFullyQualified = false
      return
    }
    guard let decoded = PercentEncoding.decode(written) else { throw .percentEncoding }
    let ascii = try Self.lowercasedASCII(decoded)
    var labels = ascii.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let hasTrailingDot = labels.count > 1 && labels.last?.isEmpty == true
    if hasTrailingDot { labels.removeLast() }
    if labels.count == 1, labels[0].isEmpty { throw .empty }
    if labels.contains(where: \.isEmpty) { throw .emptyLabel }
    if IPv4Number.endsInNumber(labels) {
      guard let address = IPv4Number.canonical(labels) else { throw .ipv4 }
      text = address
      isFullyQualified = false
      return
    }
    if labels.contains(where: { $0.count > 63 }) { throw .longLabel }
    let name = hasTrailingDot ? String(ascii.dropLast()) : ascii
    if name.utf8.count > 253 { throw .tooLong }
    if !name.utf8.allSatisfy({ ByteSet.hostLabel.contains($0) || $0 == UInt8(ascii: ".") }) { throw .character }
    text = name
    isFullyQualified = hasTrailingDot
  }

  /// Whether bytes are a canonical name or IPv4 address already, which nearly every host is; others take the long way.
  package static func isCanonical(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count <= 253 else { return false }
    var labelStart = bytes.startIndex
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: ".") {
        guard (1...63).contains(index - labelStart) else { return false }
        labelStart = index + 1
      } else if bytes[index] == UInt8(ascii: "-"), index == labelStart + 3, bytes[index - 1] == UInt8(ascii: "-") {
        // Perhaps an A-label, which has to be one.
        return false
      } else if !ByteSet.hostLabel.contains(bytes[index]) {
        return false
      }
    }
    guard (1...63).contains(bytes.endIndex - labelStart) else { return false }
    // A last label that begins with a digit could make the name an IPv4 number.
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[labelStart]) else { return true }
    return IPv4Number.isDotted(bytes)
  }

  private static func lowercasedASCII(_ name: String) throws(Invalid) -> String {
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      let lowercased = name.lowercasedASCII()
      guard lowercased.contains(bytes: "xn--") else { return lowercased }
    }
    return try InternationalName.ascii(name)
  }

  /// Why a text is not a host.
  package enum Invalid: String, Error, Sendable {
    case empty = "the host is missing"
    case emptyLabel = "a host name must not have empty labels"
    case longLabel = "a label of a host name has at most 63 bytes"
    case tooLong = "a host name has at most 253 bytes"
    case character = "a host name has only letters, digits, hyphens, underscores and dots"
    case percentEncoding = "the percent-encoding of the host is broken, or not of UTF-8"
    case ipv4 = "a host that ends in a number must be an IPv4 address"
    case ipv6 = "what is between the brackets is not an IPv6 address"
    case zone = "a zone of an IPv6 address is not supported"
    case aLabel = "a label of the host begins with xn-- and is no A-label: it stands for no name, or for another one"
    case direction = "the host mixes letters from right to left with others as RFC 5893 forbids"
    case unmappable = "the host has a character that is not mapped here for certain; write its A-label (xn--…)"
  }
}
