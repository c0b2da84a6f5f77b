// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The positions of the parts of a URI reference, as UTF-8 offsets into its text: one scan, no copies.
///
/// RFC 3986 §3 and §4. The scan is strict about text that the next program on the way could read differently (control
/// characters, spaces, backslashes, a second `@`) and preserves all other bytes.
package struct URILayout: Sendable, Hashable {
  /// Where the `:` after the scheme is; -1 for a relative reference.
  package var schemeEnd: Int32 = -1
  /// Where the authority begins, after `//`; -1 without one.
  package var authorityStart: Int32 = -1
  /// Where the `@` after the user information is; -1 without one.
  package var userInfoEnd: Int32 = -1
  package var hostEnd: Int32 = -1
  /// Where the port begins, after its `:`; -1 without one.
  package var portStart: Int32 = -1
  package var pathStart: Int32 = 0
  package var pathEnd: Int32 = 0
  /// Where the fragment begins, after its `#`; -1 without one.
  package var fragmentStart: Int32 = -1
  package var end: Int32 = 0
  /// Whether all of the text is ASCII, as it must be on the wire.
  package var isASCII = true

  package init() {}

  /// libcurl takes no longer URL either.
  package static let maximumLength = 8_000_000

  package var hostStart: Int32 { userInfoEnd >= 0 ? userInfoEnd + 1 : authorityStart }
  /// Where path and query end: before the fragment's `#`.
  package var queryEnd: Int32 { fragmentStart >= 0 ? fragmentStart - 1 : end }
  package var hasQuery: Bool { pathEnd < queryEnd }

  package var scheme: Range<Int>? { schemeEnd >= 0 ? 0..<Int(schemeEnd) : nil }
  var authority: Range<Int>? { authorityStart >= 0 ? Int(authorityStart)..<Int(pathStart) : nil }
  package var userInfo: Range<Int>? { userInfoEnd >= 0 ? Int(authorityStart)..<Int(userInfoEnd) : nil }
  package var host: Range<Int>? { authorityStart >= 0 ? Int(hostStart)..<Int(hostEnd) : nil }
  package var port: Range<Int>? { portStart >= 0 ? Int(portStart)..<Int(pathStart) : nil }
  package var path: Range<Int> { Int(pathStart)..<Int(pathEnd) }
  package var query: Range<Int>? { hasQuery ? Int(pathEnd) + 1..<Int(queryEnd) : nil }
  package var fragment: Range<Int>? { fragmentStart >= 0 ? Int(fragmentStart)..<Int(end) : nil }

  /// Finds the parts of a reference.
  ///
  /// `allowingNonASCII` accepts bytes above 127, for text typed by a person that is encoded in the next step.
  package static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>,
    allowingNonASCII: Bool
  ) -> Result<URILayout, URIReference.Invalid> {
    guard bytes.count <= maximumLength else { return .failure(.init(.tooLong, at: maximumLength)) }
    var firstSeparator: Int?
    var queryStart: Int?
    var fragmentStart: Int?
    var layout = URILayout()
    let plain = ByteSet.plain
    for (index, byte) in bytes.enumerated() where !plain.contains(byte) {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: ":"):
        if firstSeparator == nil { firstSeparator = index }
      case UInt8(ascii: "?"):
        if firstSeparator == nil { firstSeparator = index }
        if queryStart == nil, fragmentStart == nil { queryStart = index }
      case UInt8(ascii: "#"):
        if firstSeparator == nil { firstSeparator = index }
        if fragmentStart == nil { fragmentStart = index }
      case UInt8(ascii: "\\"): return .failure(.init(.backslash, at: index))
      case UInt8(ascii: " "): return .failure(.init(.space, at: index))
      case 0..<0x20, 0x7F: return .failure(.init(.controlCharacter, at: index))
      case 0x80...:
        if !allowingNonASCII { return .failure(.init(.nonASCII, at: index)) }
        layout.isASCII = false
      default: continue
      }
    }

    layout.end = Int32(bytes.count)
    if let fragmentStart { layout.fragmentStart = Int32(fragmentStart + 1) }
    let pathEnd = queryStart ?? fragmentStart ?? bytes.count
    layout.pathEnd = Int32(pathEnd)

    var position = 0
    if let colon = firstSeparator, bytes[colon] == UInt8(ascii: ":") {
      guard isScheme(bytes[..<colon]) else { return .failure(.init(.colonInFirstSegment, at: colon)) }
      layout.schemeEnd = Int32(colon)
      position = colon + 1
    }
    if pathEnd - position >= 2, bytes[position] == UInt8(ascii: "/"), bytes[position + 1] == UInt8(ascii: "/") {
      position += 2
      if let invalid = layout.scanAuthority(bytes, from: &position, to: pathEnd) { return .failure(invalid) }
    }
    layout.pathStart = Int32(position)
    return .success(layout)
  }

  private mutating func scanAuthority(
    _ bytes: UnsafeBufferPointer<UInt8>,
    from position: inout Int,
    to limit: Int
  ) -> URIReference.Invalid? {
    authorityStart = Int32(position)
    var end = position
    while end < limit, bytes[end] != UInt8(ascii: "/") {
      if bytes[end] == UInt8(ascii: "@") {
        // Programs disagree whether the first or the last one ends the user information, and so about the host.
        if userInfoEnd >= 0 { return .init(.secondAt, at: end) }
        userInfoEnd = Int32(end)
      }
      end += 1
    }
    var index = Int(hostStart)
    if index < end, bytes[index] == UInt8(ascii: "[") {
      while index < end, bytes[index] != UInt8(ascii: "]") { index += 1 }
      guard index < end else { return .init(.unclosedBracket, at: Int(hostStart)) }
      index += 1
      if index < end, bytes[index] != UInt8(ascii: ":") { return .init(.textAfterBracket, at: index) }
    } else {
      while index < end, bytes[index] != UInt8(ascii: ":") { index += 1 }
    }
    hostEnd = Int32(index)
    if index < end {
      portStart = Int32(index + 1)
      for digit in index + 1..<end where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[digit]) {
        return .init(.port, at: digit)
      }
    }
    position = end
    return nil
  }

  private static func isScheme(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let first = bytes.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20) else { return false }
    return bytes.allSatisfy(ByteSet.scheme.contains)
  }
}
