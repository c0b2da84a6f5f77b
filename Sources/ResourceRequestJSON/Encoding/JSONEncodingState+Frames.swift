// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform
import ResourceRequestSyntax

extension JSONEncodingState {
  /// Begins an array or object that is a value of its own.
  func open(_ kind: Frame.Kind) -> Int {
    frames.append(Frame(firstMember: members.count))
    let level = frames.count - 1
    begin(kind, level)
    return level
  }

  /// Begins an array or object for a value, or continues one that the value has begun.
  @inline(__always)
  func begin(_ kind: Frame.Kind, _ level: Int) {
    guard level < frames.count, frames[level].kind != kind else { return }
    guard frames[level].kind == .nothing else { return misuse() }
    frames[level].kind = kind
    if kind != .scalar { append(kind == .object ? UInt8(ascii: "{") : UInt8(ascii: "[")) }
  }

  /// Records that a type asked for one kind of container after another, for which there is no text.
  func misuse() {
    guard !hasFault else { return }
    hasFault = true
    fault = EncodingError.invalidValue(
      path,
      EncodingError.Context(codingPath: path, debugDescription: "A value was encoded in two ways, or after its end.")
    )
  }

  /// Throws the error that ``misuse()`` recorded.
  func throwFault() throws {
    if let fault { throw fault }
  }

  /// Writes the separator before an element.
  @inline(__always)
  func separate(_ level: Int) {
    guard level < frames.count else { return misuse() }
    if frames[level].count > 0 { append(UInt8(ascii: ",")) }
    frames[level].count += 1
    if isPretty { breakLine(indentation(of: level) + 1) }
  }

  /// Writes a key unchanged, with its separators; a key with `isKnown` is certainly unique.
  @inline(__always)
  func writeKey(_ key: String, _ level: Int, isKnown: Bool = false) {
    separate(level)
    if !nested.isEmpty { nested[level]?[ExactText(key)] = nil }
    let start = count
    write(key)
    if !isKnown || sortsKeys {
      let fingerprint = DuplicateKeys.fingerprint(of: base, start, count - start, count)
      members.append(Member(start: start, keyEnd: count, fingerprint: fingerprint))
    }
    append(UInt8(ascii: ":"))
    if isPretty { append(UInt8(ascii: " ")) }
  }

  /// Writes a type's key.
  @inline(__always)
  func writeKey(_ key: some CodingKey, _ level: Int) {
    writeKey(usesPlainKeys ? key.stringValue : converted(key), level)
  }

  func converted(_ key: any CodingKey) -> String {
    switch options.keys {
    case .useDefaultKeys: key.stringValue
    case .convertToSnakeCase: SnakeCase.snakeCased(key.stringValue)
    case .custom(let convert): convert(path + [key]).stringValue
    @unknown default: key.stringValue
    }
  }

  /// How far what is in a frame is indented; a value that is another's only content is not indented for it.
  func indentation(of level: Int) -> Int {
    isPretty ? depth + level - frames.prefix(level).count { $0.kind == .scalar } : 0
  }

  func breakLine(_ depth: Int) {
    append(UInt8(ascii: "\n"))
    append(repeating: UInt8(ascii: " "), depth * 2)
  }

  /// Ends a value.
  func close(_ level: Int) {
    guard level == frames.count - 1 else { return misuse() }
    if !nested.isEmpty { nested[level] = nil }
    let frame = frames.removeLast()
    switch frame.kind {
    case .scalar: break
    case .nothing:
      // A value within another that encodes nothing is an object without members.
      if level + depth > 0 { append("{}") }
    case .array:
      if isPretty, frame.count > 0 { breakLine(indentation(of: level)) }
      append(UInt8(ascii: "]"))
    case .object:
      if members.count - frame.firstMember > 1 { settleMembers(from: frame.firstMember, indentation(of: level) + 1) }
      members.removeSubrange(frame.firstMember...)
      if isPretty, frame.count > 0 { breakLine(indentation(of: level)) }
      append(UInt8(ascii: "}"))
    }
  }

  /// Abandons an array or object that could not be encoded; the code that opened it removes the text.
  func abandon(_ level: Int) {
    guard level < frames.count else { return }
    let first = frames[level].firstMember
    frames.removeSubrange(level...)
    members.removeSubrange(first...)
  }

  /// Fills the gaps with the texts that were written for them, their own gaps first.
  func fillGaps() throws {
    try throwFault()
    guard !gaps.isEmpty else { return }
    let text = Array(UnsafeBufferPointer(start: base, count: count))
    var filled: [UInt8] = []
    var place = 0
    for gap in gaps {
      filled += text[place..<gap.place]
      place = gap.place
      if !gap.content.frames.isEmpty { gap.content.close(0) }
      try gap.content.fillGaps()
      filled += UnsafeBufferPointer(start: gap.content.base, count: gap.content.count)
    }
    filled += text[place...]
    gaps = []
    replace(from: 0, with: filled)
  }
}
