// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

/// The text that is being written, and what is open in it.
///
/// A value is nearly always encoded while its parent waits, so everything goes into one buffer in order. A type that
/// takes a nested container or a super encoder may write to it later: it gets a state of its own, and the text gets a
/// gap that is filled at the end. The state owns its memory until ``takeText()`` passes it on.
final class JSONEncodingState {
  /// A value that is being encoded.
  struct Frame {
    enum Kind { case nothing, scalar, array, object }
    var kind = Kind.nothing
    var count = 0
    /// Where the members of an object begin in `members`.
    var firstMember = 0
  }

  /// A member of an open object: where its key begins.
  struct Member {
    let start: Int
    let keyEnd: Int
    let fingerprint: UInt32
  }

  /// A place in the text for the text of another state.
  struct Gap {
    var place: Int
    let content: JSONEncodingState
    /// Where ``nested`` has it; `nil` for a super encoder's.
    var owner: (level: Int, key: ExactText)?
  }

  // Only one thread encodes at a time, and no access to a property calls out, which is what the run-time checks of
  // exclusive access would guard. The checks would take a third of the whole time.
  @exclusivity(unchecked) private(set) var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var count = 0
  @exclusivity(unchecked) var frames: [Frame] = []
  @exclusivity(unchecked) var members: [Member] = []
  @exclusivity(unchecked) var gaps: [Gap] = []
  /// The containers within open objects, by level and key: one that is asked for again goes on.
  @exclusivity(unchecked) var nested: [Int: [ExactText: JSONEncodingState]] = [:]
  /// The way to the value that is being encoded, without the keys of scalars.
  @exclusivity(unchecked) var path: [any CodingKey]
  /// The error of a type whose calls have no text, such as asking for an array after an object.
  var fault: EncodingError?
  /// Whether there is a fault: checked after each value, since checking an optional error costs more than the rest.
  @exclusivity(unchecked) var hasFault = false
  let options: ResourceJSONEncoder
  let usesPlainKeys: Bool
  let isPretty: Bool
  let sortsKeys: Bool
  /// The depth of this state's root in the whole text.
  let depth: Int

  init(_ options: ResourceJSONEncoder, depth: Int = 0, path: [any CodingKey] = []) {
    capacity = depth == 0 ? 1024 : 128
    base = .allocate(capacity: capacity)
    self.options = options
    self.depth = depth
    self.path = path
    isPretty = options.layout.contains(.pretty)
    sortsKeys = options.layout.contains(.sortedKeys)
    if case .useDefaultKeys = options.keys { usesPlainKeys = true } else { usesPlainKeys = false }
  }

  deinit {
    base.deallocate()
  }

  /// The whole text; nothing is written after it.
  ///
  /// A long text is passed on with its memory, since copying a megabyte costs as much as a tenth of encoding it. The
  /// unused memory after the text is never larger than the text, and was not touched.
  func takeText() -> Data {
    guard count > 16_384 else { return Data(bytes: base, count: count) }
    let text = Data(bytesNoCopy: base, count: count, deallocator: .custom { memory, _ in memory.deallocate() })
    (capacity, count) = (16, 0)
    base = .allocate(capacity: capacity)
    return text
  }

  @inline(__always)
  package func append(_ byte: UInt8) {
    reserve(1)
    base[count] = byte
    count += 1
  }

  @inline(__always)
  package func append(_ source: UnsafePointer<UInt8>, _ added: Int) {
    reserve(added)
    (base + count).update(from: source, count: added)
    count += added
  }

  @inline(__always)
  package func append(_ word: StaticString) {
    append(word.utf8Start, word.utf8CodeUnitCount)
  }

  /// Writes the escape of a byte that a string may not hold as it is.
  func writeEscape(of byte: UInt8) {
    reserve(JSONEscape.longest)
    count += JSONEscape.write(byte, to: base + count)
  }

  package func append(repeating byte: UInt8, _ added: Int) {
    reserve(added)
    (base + count).update(repeating: byte, count: added)
    count += added
  }

  @inline(__always)
  private func reserve(_ added: Int) {
    if capacity - count < added { grow(by: added) }
  }

  private func grow(by added: Int) {
    capacity = max(capacity * 2, count + added)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  /// Removes the text after a place.
  func truncate(to place: Int, gaps gapCount: Int) {
    count = min(count, place)
    for gap in gaps[min(gapCount, gaps.count)...] {
      if let owner = gap.owner { nested[owner.level]?[owner.key] = nil }
    }
    gaps.removeSubrange(min(gapCount, gaps.count)...)
  }

  /// Puts other bytes in the place of those from a place on.
  func replace(from place: Int, with bytes: [UInt8]) {
    count = place
    bytes.withUnsafeBufferPointer { if let start = $0.baseAddress { append(start, $0.count) } }
  }
}
