// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSyntax

extension JSONEncodingState {
  /// Sorts the members of the object that ends here, if the options require it, and drops those that were encoded
  /// again.
  func settleMembers(from first: Int, _ depth: Int) {
    guard sortsKeys || hasDuplicates(from: first) else { return }
    let all = Array(members[first...])
    let start = all[0].start
    let text = Array(UnsafeBufferPointer(start: base + start, count: count - start))
    // The gaps within it, which are the last ones, in order.
    var firstGap = gaps.count
    while firstGap > 0, gaps[firstGap - 1].place > start { firstGap -= 1 }
    var nextGap = firstGap
    var last: [[UInt8]: Int] = [:]
    var slices: [(key: [UInt8], range: Range<Int>, gaps: Range<Int>)] = []
    for (position, member) in all.enumerated() {
      // Up to the comma, and the new line, before the next one.
      let gap = 1 + (isPretty ? 1 + depth * 2 : 0)
      let end = position + 1 < all.count ? all[position + 1].start - gap : count
      let key = Array(text[member.start - start..<member.keyEnd - start])
      let ownGap = nextGap
      while nextGap < gaps.count, gaps[nextGap].place <= end { nextGap += 1 }
      let slice = (key: key, range: member.start..<end, gaps: ownGap..<nextGap)
      if let earlier = last[key] {
        slices[earlier] = slice
      } else {
        last[key] = slices.count
        slices.append(slice)
      }
    }
    if sortsKeys {
      let names = slices.map { Self.name(of: $0.key) }
      slices = slices.indices.sorted { names[$0].lexicographicallyPrecedes(names[$1]) }.map { slices[$0] }
    }
    var settled: [UInt8] = []
    var moved: [Gap] = []
    for (position, slice) in slices.enumerated() {
      if position > 0 {
        settled.append(UInt8(ascii: ","))
        if isPretty { settled += [UInt8(ascii: "\n")] + Array(repeating: UInt8(ascii: " "), count: depth * 2) }
      }
      for gap in gaps[slice.gaps] {
        var gap = gap
        gap.place += start + settled.count - slice.range.lowerBound
        moved.append(gap)
      }
      settled += text[slice.range.lowerBound - start..<slice.range.upperBound - start]
    }
    gaps.replaceSubrange(firstGap..., with: moved)
    replace(from: start, with: settled)
  }

  /// The bytes of a key that is written as a string.
  private static func name(of key: [UInt8]) -> [UInt8] {
    let inside = Array(key.dropFirst().dropLast())
    guard inside.contains(UInt8(ascii: "\\")) else { return inside }
    return inside.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { Array(JSONStringText.unescape($0, bytes.count).utf8) } ?? []
    }
  }

  /// Whether two keys may be the same; by their fingerprints, so that it can be an accident, which costs time only.
  private func hasDuplicates(from first: Int) -> Bool {
    let count = members.count - first
    if count > 64 { return Set(members[first...].map(\.fingerprint)).count < count }
    // A bit for each of 512 beginnings: two of twenty keys rarely share one, and only then all keys are compared.
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { bits in
      bits.initialize(repeating: 0)
      var mayShare = false
      for member in members[first...] {
        // The highest of the 24 bits, which all bytes of a key have a part in.
        let beginning = Int(member.fingerprint >> 15)
        let bit: UInt64 = 1 << UInt64(beginning & 63)
        if bits[beginning >> 6] & bit != 0 { mayShare = true }
        bits[beginning >> 6] |= bit
      }
      guard mayShare else { return false }
      for later in first + 1..<members.count {
        for earlier in first..<later where members[earlier].fingerprint == members[later].fingerprint { return true }
      }
      return false
    }
  }

  /// How far the text was before a member or element.
  struct Mark {
    let count: Int
    let frameCount: Int
    let memberCount: Int
    let pathCount: Int
    let gapCount: Int
  }

  @inline(__always)
  func mark(_ level: Int) -> Mark {
    Mark(
      count: count,
      frameCount: level < frames.count ? frames[level].count : 0,
      memberCount: members.count,
      pathCount: path.count,
      gapCount: gaps.count
    )
  }

  /// Removes everything after a mark, so that the code that catches the error may continue.
  func restore(_ mark: Mark, _ level: Int) {
    truncate(to: mark.count, gaps: mark.gapCount)
    if level < frames.count { frames[level].count = mark.frameCount }
    members.removeSubrange(mark.memberCount...)
    path.removeSubrange(mark.pathCount...)
  }

  /// The container of a key: the one that was asked for before, of its kind, or a new one.
  func nested(_ key: some CodingKey, _ kind: Frame.Kind, _ level: Int) -> JSONValueEncoder {
    let name = ExactText(usesPlainKeys ? key.stringValue : converted(key))
    if let known = nested[level]?[name], known.frames.first?.kind == kind {
      return JSONValueEncoder(state: known, level: 0)
    }
    writeKey(name.text, level)
    let encoder = gap(key, level)
    gaps[gaps.count - 1].owner = (level, name)
    nested[level, default: [:]][name] = encoder.state
    return encoder
  }

  /// Leaves a gap at the end of the text, and returns the encoder for its content.
  func gap(_ key: some CodingKey, _ level: Int) -> JSONValueEncoder {
    let content = JSONEncodingState(options, depth: indentation(of: level) + 1, path: path + [key])
    content.frames.append(Frame())
    gaps.append(Gap(place: count, content: content))
    return JSONValueEncoder(state: content, level: 0)
  }
}
