// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop
  import ResourceRequestPlatform

  /// Collects the fields of the head that is being received.
  ///
  /// One for a connection, since no other frame can come between those of a head (RFC 9113 §4.3). Consecutive heads are
  /// similar: a field that equals the one at its place in the previous head is not made again, and an equal head costs
  /// no allocation.
  struct HTTP2HeadReader {
    private(set) var status = 0
    private var headers = Headers()
    /// The number of fields read.
    private(set) var count = 0
    /// Whether all of them equal those of the previous head, so that `headers` is not begun.
    private var isSame = true
    private var known = Headers()
    /// Names and values of the previous head, and where each ends.
    private var knownBytes: [UInt8] = []
    private var knownEnds: [Int] = []
    /// The most bytes of a head that are kept.
    private static var kept: Int { 4096 }

    /// Whether a head was begun and not ended.
    private var isOpen = false

    mutating func begin() {
      // A head that was refused half way has changed the bytes of the previous one, and not its fields.
      if isOpen, !isSame { (known, knownBytes, knownEnds) = (Headers(), [], []) }
      (status, count, isSame, isOpen) = (0, 0, true, true)
    }

    /// The status of `:status`, three digits of which the first is not 0 (RFC 9110 §15).
    mutating func takeStatus(_ value: UnsafeRawBufferPointer) -> Bool {
      guard status == 0, value.count == 3, value[0] != UInt8(ascii: "0") else { return false }
      for byte in value {
        guard byte &- UInt8(ascii: "0") < 10 else { return false }
        status = status * 10 + Int(byte - UInt8(ascii: "0"))
      }
      return true
    }

    mutating func take(_ name: UnsafeRawBufferPointer, _ given: UnsafeRawBufferPointer) {
      let value = UnsafeRawBufferPointer(rebasing: FieldText.trimmed(given[...]))
      defer { count += 1 }
      let isKnown = hasKnown(2 * count, name) && hasKnown(2 * count + 1, value)
      if isSame {
        if isKnown { return }
        isSame = false
        headers = Headers()
        headers.reserveCapacity(max(known.count + 2, 12))
        for field in known.prefix(count) { headers.append(field.name, field.value) }
      }
      if isKnown {
        let field = known[count]
        return headers.append(field.name, field.value)
      }
      remember(name, value)
      headers.append(FieldText.decode(name), FieldText.value(value, of: name))
    }

    /// The fields of the head, which is complete.
    mutating func end() -> Headers {
      isOpen = false
      if isSame, count == known.count { return known }
      if isSame { headers = Headers(known.prefix(count)) }
      knownEnds.removeSubrange(min(2 * count, knownEnds.count)...)
      knownBytes.removeSubrange((knownEnds.last ?? 0)...)
      // A head too large to keep leaves its beginning only, which is of use too.
      known = knownEnds.count == 2 * count ? headers : Headers(headers.prefix(knownEnds.count / 2))
      return headers
    }

    private func hasKnown(_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
      guard index < knownEnds.count else { return false }
      let start = index == 0 ? 0 : knownEnds[index - 1]
      guard knownEnds[index] - start == bytes.count else { return false }
      guard let other = bytes.baseAddress, !bytes.isEmpty else { return true }
      return knownBytes.withUnsafeBytes { known in
        known.baseAddress.map { memcmp($0 + start, other, bytes.count) == 0 } ?? false
      }
    }

    /// Replaces a field of the previous head; what follows it stays if the lengths are the same.
    private mutating func remember(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
      guard 2 * count <= knownEnds.count else { return }
      let start = count == 0 ? 0 : knownEnds[2 * count - 1]
      let (middle, end) = (start + name.count, start + name.count + value.count)
      if 2 * count + 1 < knownEnds.count, knownEnds[2 * count] == middle, knownEnds[2 * count + 1] == end {
        knownBytes.withUnsafeMutableBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: bytes[start..<middle]).copyMemory(from: name)
          UnsafeMutableRawBufferPointer(rebasing: bytes[middle..<end]).copyMemory(from: value)
        }
        return
      }
      knownEnds.removeSubrange((2 * count)...)
      knownBytes.removeSubrange(start...)
      guard end <= HTTP2HeadReader.kept else { return }
      knownBytes.append(contentsOf: name)
      knownBytes.append(contentsOf: value)
      knownEnds.append(middle)
      knownEnds.append(end)
    }
  }
#endif
