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
    _ lookup: (Substring) -> ParameterValue?
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

  private mutating func append(_ value: ParameterValue?, _ items: inout Items) throws(URITemplateError) {
    let variable = items.variable
    switch value?.kind {
    case .scalar(let scalar) where scalar != .null:
      var text = scalar.text
      if let prefix = variable.prefix { text = String(String.UnicodeScalarView(text.unicodeScalars.prefix(prefix))) }
      try beginItem(named: items.style.isNamed ? variable.name : nil, isEmpty: text.isEmpty, &items)
      try append(encoding: text, items)
    case .list(let scalars) where scalars.contains { $0 != .null }:
      if variable.prefix != nil { throw .init(.prefixOfList, variable: variable.name) }
      try append(list: scalars.lazy.filter { $0 != .null }.map(\.text), &items)
    case .pairs(let pairs) where pairs.contains { $0.value != .null }:
      if variable.prefix != nil { throw .init(.prefixOfList, variable: variable.name) }
      let defined = pairs.filter { $0.value != .null }
      if variable.isExploded {
        try append(explodedPairs: defined, &items)
      } else {
        try append(list: defined.flatMap { [$0.name, $0.value.text] }, &items)
      }
    default:
      if items.style == .simple { throw .init(.missing, variable: variable.name) }
    }
  }

  private mutating func append(list: some Sequence<String>, _ items: inout Items) throws(URITemplateError) {
    let variable = items.variable
    var isFirstValue = true
    for text in list {
      if variable.isExploded || isFirstValue {
        try beginItem(named: items.style.isNamed ? variable.name : nil, isEmpty: text.isEmpty, &items)
      } else {
        try append(UInt8(ascii: ","))
      }
      try append(encoding: text, items)
      isFirstValue = false
    }
  }

  private mutating func append(
    explodedPairs pairs: [ParameterValue.Pair],
    _ items: inout Items
  ) throws(URITemplateError) {
    for pair in pairs {
      try beginItem(named: nil, isEmpty: false, &items)
      try append(encoding: pair.name, items)
      if !pair.value.text.isEmpty || items.style != .pathParameter { try append(UInt8(ascii: "=")) }
      try append(encoding: pair.value.text, items)
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
    guard style.allowsReserved else {
      bytes.append(contentsOf: encoded.utf8)
      return
    }
    for byte in encoded.utf8 { try append(byte) }
  }

  private mutating func append(_ byte: UInt8) throws(URITemplateError) {
    try guarded.pass(byte, bytes)
    bytes.append(byte)
  }
}
