// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Remembers long keys of one document, since a list of objects repeats them: a key found here costs no allocation.
///
/// Keys of up to 15 bytes live inside `String` itself and need no help.
struct JSONKeyCache {
  private static let slots: UInt64 = 64
  private var fingerprints: [UInt64] = []
  private var texts: [String] = []

  @inline(__always)
  func text(of bytes: UnsafeBufferPointer<UInt8>, fingerprint: UInt64) -> String? {
    guard bytes.count > 15, !texts.isEmpty else { return nil }
    let slot = Int(truncatingIfNeeded: fingerprint % Self.slots)
    guard fingerprints[slot] == fingerprint, texts[slot].utf8.elementsEqual(bytes) else { return nil }
    return texts[slot]
  }

  @inline(__always)
  mutating func keep(_ text: String, fingerprint: UInt64) {
    guard text.utf8.count > 15 else { return }
    if texts.isEmpty {
      fingerprints = Array(repeating: 0, count: Int(Self.slots))
      texts = Array(repeating: "", count: Int(Self.slots))
    }
    let slot = Int(truncatingIfNeeded: fingerprint % Self.slots)
    fingerprints[slot] = fingerprint
    texts[slot] = text
  }

  /// Mixes the length, the first and the last eight bytes.
  ///
  /// A peer can make keys that agree in it; then more comparing is done, within the bound of a small object.
  @inline(__always)
  static func fingerprint(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var first: UInt64 = 0
    var last: UInt64 = 0
    if raw.count >= 8 {
      first = raw.loadUnaligned(as: UInt64.self)
      last = raw.loadUnaligned(fromByteOffset: raw.count - 8, as: UInt64.self)
    } else {
      for byte in raw { first = first << 8 | UInt64(byte) }
    }
    let mixed = (first ^ (last << 29 | last >> 35) ^ UInt64(raw.count)) &* 0x9E37_79B9_7F4A_7C15
    return mixed ^ mixed >> 32
  }
}
