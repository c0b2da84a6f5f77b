// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

/// A text and its tape, which all decoders and containers of one decoding share.
///
/// While values are decoded, only the cursors of objects change, one atomic word each: several threads may use
/// containers at once.
final class JSONDocument {
  private(set) var text: UnsafePointer<UInt8>
  private let textCount: Int
  private let tape: JSONTape
  let entries: UnsafeMutablePointer<JSONTapeEntry>
  let options: ResourceJSONDecoder
  /// Whether keys are looked up unchanged.
  let usesPlainKeys: Bool
  let hasOddKeys: Bool
  /// The path to the root, if this document stands in for a missing value.
  let prefix: [any CodingKey]
  private var ownText: UnsafeMutablePointer<UInt8>?
  /// Where the last search for a path ended.
  let pathCache = Lock(JSONPathCache())

  init?(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ResourceJSONDecoder, prefix: [any CodingKey] = []) {
    let depth = min(max(options.maximumDepth, 0), JSON.depthCeiling)
    guard let base = bytes.baseAddress, let tape = JSONTape.read(base, count: bytes.count, maximumDepth: depth) else {
      return nil
    }
    text = base
    textCount = bytes.count
    entries = tape.entries
    hasOddKeys = tape.hasOddKeys
    self.tape = tape
    self.options = options
    self.prefix = prefix
    if case .useDefaultKeys = options.keys { usesPlainKeys = true } else { usesPlainKeys = false }
  }

  deinit {
    ownText?.deallocate()
  }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: textCount) }

  /// Copies the text, when its owner is about to take it back.
  func keepText() {
    guard ownText == nil else { return }
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: textCount)
    copy.initialize(from: text, count: textCount)
    ownText = copy
    text = UnsafePointer(copy)
  }

  /// A document that is null, at a path without a value.
  func null(at path: [any CodingKey]) -> JSONDocument {
    let word: StaticString = "null"
    let bytes = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    return JSONDocument(bytes, options, prefix: path) ?? self
  }

  @inline(__always)
  func entry(_ place: Int) -> JSONTapeEntry { entries[place] }

  /// How many elements an array has.
  @inline(__always)
  func count(of array: Int) -> Int { entries[array + 1].detail }

  /// The bytes of the text that a value takes.
  func span(of place: Int) -> Range<Int> {
    let entry = entries[place]
    let start = Int(entry.offset)
    return switch entry.kind {
    case .array, .object, .largeObject: start..<Int(entries[entries[place + 1].next - 1].offset) + 1
    case .string, .escapedString, .key, .escapedKey, .deadKey: start - 1..<start + entry.length + 1
    case .end: start..<start + 1
    case .null, .false, .true, .integer, .fraction: start..<start + entry.length
    }
  }
}
