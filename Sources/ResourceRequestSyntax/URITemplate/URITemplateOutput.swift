// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The output of an expansion.
struct URITemplateOutput {
  private var bytes: [UInt8] = []
  private var guarded = SegmentGuard()

  init() {
    // A single allocation holds almost every path.
    bytes.reserveCapacity(128)
  }

  mutating func finish() throws(URITemplateError) -> String {
    try guarded.check(bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes a literal between expressions; RFC 6570 §3.1 encodes only characters outside ASCII.
  mutating func append(literal text: Substring) throws(URITemplateError) {
    let error = text.withUTF8Bytes { literal -> URITemplateError? in
      do throws(URITemplateError) {
        for byte in literal {
          if byte < 0x80 {
            try append(byte)
          } else {
            bytes.append(UInt8(ascii: "%"))
            bytes.append(PercentEncoding.hexDigit(byte >> 4))
            bytes.append(PercentEncoding.hexDigit(byte & 15))
          }
        }
        return nil
      } catch { return error }
    }
    if let error { throw error }
  }

  /// Writes an expression by RFC 6570 §3.2.1 and the table of appendix A.
  mutating func append(
    _ expression: URITemplate.Expression,
    _ lookup: (Substring) -> URITemplate.Value?
  ) throws(URITemplateError) {
    var isFirst = true
    for variable in expression.variables {
      var list = Items(style: expression.style, variable: variable, isFirst: isFirst)
      try append(lookup(variable.name), &list)
      isFirst = list.isFirst
    }
  }

  /// Writes the items of one variable with separators between them.
  private struct Items {
    let style: URITemplate.Style
    let variable: URITemplate.Variable
    var isFirst: Bool
  }

  private mutating func append(_ value: URITemplate.Value?, _ items: inout Items) throws(URITemplateError) {
    let variable = items.variable
    switch value {
    case .text(var text):
      if let prefix = variable.prefix {
        text = Self.start(of: text, prefix, keepingTriples: items.style.allowsReserved)
      }
      try beginItem(named: items.style.isNamed ? variable.name : nil, isEmpty: text.isEmpty, &items)
      try append(encoding: text, items)
    case .list(let texts) where !texts.isEmpty:
      if variable.prefix != nil { throw .init(.prefixOfList, variable: variable.name) }
      try append(list: texts, &items)
    case .pairs(let pairs) where !pairs.isEmpty:
      if variable.prefix != nil { throw .init(.prefixOfList, variable: variable.name) }
      if variable.isExploded {
        try append(explodedPairs: pairs, &items)
      } else {
        try append(list: pairs.flatMap { [$0.name, $0.text] }, &items)
      }
    default:
      if items.style == .simple { throw .init(.missing, variable: variable.name) }
    }
  }

  /// The first characters of a text (RFC 6570 §2.4.1); where triples are kept, those of one character are not split.
  private static func start(of text: String, _ count: Int, keepingTriples: Bool) -> String {
    guard keepingTriples else { return String(String.UnicodeScalarView(text.unicodeScalars.prefix(count))) }
    return text.withUTF8Bytes { bytes in
      var (index, left, owed) = (0, count, 0)
      while index < bytes.count {
        let triple = PercentEncoding.triple(in: bytes, at: index)
        let byte = triple ?? bytes[index]
        // What continues a character in UTF-8, encoded or not, belongs to it; of another charset each byte is one.
        if byte & 0xC0 == 0x80, owed > 0 {
          owed -= 1
        } else {
          guard left > 0 else { break }
          left -= 1
          owed = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0
        }
        index += triple == nil ? 1 : 3
      }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[..<index]), as: UTF8.self)
    }
  }

  private mutating func append(list: [String], _ items: inout Items) throws(URITemplateError) {
    let variable = items.variable
    var isFirstValue = true
    for text in list {
      if variable.isExploded || isFirstValue {
        // Joined, a list is empty with one empty member only.
        let isEmpty = text.isEmpty && (variable.isExploded || list.count == 1)
        try beginItem(named: items.style.isNamed ? variable.name : nil, isEmpty: isEmpty, &items)
      } else {
        try append(UInt8(ascii: ","))
      }
      try append(encoding: text, items)
      isFirstValue = false
    }
  }

  private mutating func append(
    explodedPairs pairs: [(name: String, text: String)],
    _ items: inout Items
  ) throws(URITemplateError) {
    for pair in pairs {
      try beginItem(named: nil, isEmpty: false, &items)
      try append(encoding: pair.name, items)
      if !pair.text.isEmpty || items.style != .pathParameter { try append(UInt8(ascii: "=")) }
      try append(encoding: pair.text, items)
    }
  }

  private mutating func beginItem(named name: Substring?, isEmpty: Bool, _ items: inout Items) throws(URITemplateError)
  {
    if !items.isFirst {
      try append(items.style.separator)
    } else if let first = items.style.first {
      try append(first)
    }
    items.isFirst = false
    guard let name else { return }
    try append(literal: name)
    if !isEmpty || items.style.marksEmpty { try append(UInt8(ascii: "=")) }
  }

  private mutating func append(encoding text: String, _ items: Items) throws(URITemplateError) {
    let style = items.style
    guarded.enter(items.variable.name, style)
    let allowed = style.allowsReserved ? ByteSet.reservedAndUnreserved : .unreserved
    let encoded = PercentEncoding.encode(text, allowing: allowed, keepingTriples: style.allowsReserved)
    guard style.allowsReserved else { return bytes.append(contentsOf: encoded.utf8) }
    for byte in encoded.utf8 { try append(byte) }
  }

  private mutating func append(_ byte: UInt8) throws(URITemplateError) {
    try guarded.pass(byte, bytes)
    bytes.append(byte)
  }
}

/// Checks the path segment that a template's expansion is writing, so that no value can change the address.
///
/// - A segment with values must not become `.` or `..`, with `%2E` or not, whatever follows a `;` in it: servers
///   resolve all of these. The same holds for a `..` between encoded slashes, which many servers resolve too. Values of
///   `{+name}` and `{#name}` are addresses themselves and exempt.
/// - A segment of simple values only must not be empty: `DELETE /users/{id}` with an empty `id` would mean all users.
///   The operators, such as `{/name}`, allow it.
struct SegmentGuard {
  private var start = 0
  private var variable: Substring?
  private var simpleVariable: Substring?
  /// Whether the output is still within the path, which ends at `?` or `#`.
  private(set) var isInPath = true

  /// Notes that a value of the variable is about to be written into the segment.
  mutating func enter(_ name: Substring, _ style: URITemplate.Style) {
    guard isInPath, !style.allowsReserved else { return }
    variable = name
    if style == .simple { simpleVariable = name }
  }

  /// Checks the segment before a byte that may end it is written.
  mutating func pass(_ byte: UInt8, _ output: [UInt8]) throws(URITemplateError) {
    guard isInPath else { return }
    switch byte {
    case UInt8(ascii: "/"):
      try check(output)
      start = output.count + 1
      variable = nil
      simpleVariable = nil
    case UInt8(ascii: "?"), UInt8(ascii: "#"):
      try check(output)
      isInPath = false
    default: break
    }
  }

  /// Checks the last segment at the end of the output.
  func check(_ output: [UInt8]) throws(URITemplateError) {
    guard isInPath, let variable else { return }
    let isDots = output.withUnsafeBufferPointer { bytes in
      DotSegments.isHidden(in: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    if isDots { throw .init(.dotSegment, variable: variable) }
    if let simpleVariable, output.count == start { throw .init(.emptySegment, variable: simpleVariable) }
  }
}
