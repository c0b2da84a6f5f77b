// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses one line of links by the algorithms of RFC 8288 appendix B.
///
/// One rule is more lenient: an invalid link is skipped up to the next comma outside quotes, where the RFC's algorithm
/// stops, so that the links after it count.
struct LinkReader {
  private var scanner: FieldScanner

  init(_ line: String) {
    scanner = FieldScanner(line)
  }

  /// The links in order, without those that have no relation type.
  mutating func readAll(relativeTo base: ResourceURL) -> [WebLink] {
    var links: [WebLink] = []
    // Only the reference of a Location inherits a fragment.
    let base = base.removingFragment()
    while !scanner.isAtEnd {
      scanner.skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
      guard scanner.consume("<") else {
        scanner.skip(toUnquoted: ",")
        continue
      }
      let target = String(scanner.text(to: ">").trimmingBlanks())
      // Without its end the link is unreadable.
      guard scanner.consume(">") else { break }
      let parameters = readParameters()
      scanner.skip(toUnquoted: ",")
      let relations = Self.relations(parameters.first { $0.name.hasSameBytes(as: "rel") }?.value ?? "")
      guard !relations.isEmpty else { continue }
      links.append(
        WebLink(
          target: target,
          base: base,
          relations: relations,
          anchor: parameters.first { $0.name.hasSameBytes(as: "anchor") }?.value,
          attributes: Self.attributes(parameters)
        )
      )
    }
    return links
  }

  /// Appendix B.3; a parameter without a value has an empty one.
  private mutating func readParameters() -> [WebLink.Attribute] {
    var parameters: [WebLink.Attribute] = []
    while true {
      scanner.skip(while: Self.isBlank)
      guard scanner.consume(";") else { return parameters }
      scanner.skip(while: Self.isBlank)
      let name = scanner.run { !Self.isBlank($0) && !Self.ends($0) && $0 != UInt8(ascii: "=") }.lowercasedASCII()
      scanner.skip(while: Self.isBlank)
      var value = ""
      if scanner.consume("=") {
        scanner.skip(while: Self.isBlank)
        value = scanner.quotedString() ?? String(scanner.run { !Self.ends($0) }.trimmingBlanks())
      }
      if name.ends(withBytesOf: "*") {
        // An undecodable value counts as absent, so that the plain one is taken (RFC 8288 §3.4.1).
        guard let decoded = ExtendedValue.decode(value) else { continue }
        value = decoded
      }
      if !name.isEmpty, parameters.count < FieldParameters.most {
        parameters.append(WebLink.Attribute(name: name, value: value))
      }
    }
  }

  /// Keeps the first of `rel`, `anchor`, `media`, `title`, `title*` and `type` (RFC 8288 §3.3, §3.4.1).
  private static func attributes(_ parameters: [WebLink.Attribute]) -> [WebLink.Attribute] {
    var attributes: [WebLink.Attribute] = []
    for parameter in parameters {
      if ["rel", "anchor"].contains(where: parameter.name.hasSameBytes) { continue }
      let isSingle = ["media", "title", "title*", "type"].contains(where: parameter.name.hasSameBytes)
      if isSingle, attributes.contains(where: { $0.name.hasSameBytes(as: parameter.name) }) { continue }
      attributes.append(parameter)
    }
    return attributes
  }

  private static func relations(_ value: String) -> [String] {
    value.lowercasedASCII().split(omittingEmpty: true, whereByte: isBlank).map(String.init)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func ends(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ";") || byte == UInt8(ascii: ",") }
}
