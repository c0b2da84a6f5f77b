// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension URITemplate {
  /// Parses a template.
  ///
  /// - Throws: the fault and its byte offset: an unpaired brace, or an operator, name or modifier that RFC 6570 does
  ///   not have.
  package init(_ text: String) throws(URITemplateError) {
    var parts: [Part] = []
    let bytes = text.utf8
    var position = bytes.startIndex
    while position < bytes.endIndex {
      let brace = bytes[position...].firstIndex { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }
      if let brace, bytes[brace] == UInt8(ascii: "}") { throw .init(.closingBrace, in: text, at: brace) }
      let literalEnd = brace ?? bytes.endIndex
      if literalEnd > position { parts.append(.literal(text[position..<literalEnd])) }
      guard let brace else { break }
      let inner = bytes[bytes.index(after: brace)...]
      guard let close = inner.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }),
        bytes[close] == UInt8(ascii: "}")
      else { throw .init(.openingBrace, in: text, at: brace) }
      parts.append(.expression(try Self.expression(in: text, inner.startIndex..<close)))
      position = bytes.index(after: close)
    }
    self.parts = parts
  }

  private static func expression(
    in text: String,
    _ range: Range<String.Index>
  ) throws(URITemplateError) -> Expression {
    let bytes = text.utf8
    guard let first = bytes[range].first else { throw .init(.emptyExpression, in: text, at: range.lowerBound) }
    var style = Style.simple
    var start = range.lowerBound
    if !nameBytes.contains(first), first != UInt8(ascii: "%") {
      guard first != 0, let known = Style(rawValue: first) else { throw .init(.operator, in: text, at: start) }
      style = known
      start = bytes.index(after: start)
    }
    var variables: [Variable] = []
    while true {
      let comma = bytes[start..<range.upperBound].firstIndex(of: UInt8(ascii: ","))
      variables.append(try variable(text[start..<(comma ?? range.upperBound)], in: text))
      guard let comma else { break }
      start = bytes.index(after: comma)
    }
    return Expression(style: style, variables: variables)
  }

  private static func variable(_ text: Substring, in template: String) throws(URITemplateError) -> Variable {
    let bytes = text.utf8
    let nameEnd = bytes.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "*") } ?? bytes.endIndex
    let name = text[..<nameEnd]
    guard isName(name) else { throw .init(.name, in: template, at: text.startIndex) }
    guard nameEnd < bytes.endIndex else { return Variable(name: name) }
    let modifier = bytes[bytes.index(after: nameEnd)...]
    if bytes[nameEnd] == UInt8(ascii: "*") {
      guard modifier.isEmpty else { throw .init(.modifier, in: template, at: nameEnd) }
      return Variable(name: name, isExploded: true)
    }
    // RFC 6570 §2.4.1: 1 to 9999, without leading zeros.
    guard modifier.count <= 4, modifier.first != UInt8(ascii: "0"), let prefix = DecimalDigits.value(modifier) else {
      throw .init(.prefix, in: template, at: nameEnd)
    }
    return Variable(name: name, prefix: prefix)
  }

  /// RFC 6570 §2.3: letters, digits, underscores and triples, with single dots between them.
  private static func isName(_ name: Substring) -> Bool {
    name.withUTF8Bytes { bytes in
      guard let first = bytes.first, first != UInt8(ascii: "."), bytes.last != UInt8(ascii: ".") else { return false }
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%") {
          guard PercentEncoding.triple(in: bytes, at: index) != nil else { return false }
          index += 3
        } else if bytes[index] == UInt8(ascii: ".") {
          guard bytes[index + 1] != UInt8(ascii: ".") else { return false }
          index += 1
        } else {
          guard nameBytes.contains(bytes[index]) else { return false }
          index += 1
        }
      }
      return true
    }
  }

  private static let nameBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
}
