// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The name a server offers for a file: the `Content-Disposition` field (RFC 6266), with RFC 8187's encoding.
enum ContentDisposition {
  /// The name, made harmless; `nil` where there is none left.
  static func fileName(_ value: String) -> String? {
    guard let semicolon = value.firstIndex(of: ";") else { return nil }
    var scanner = FieldScanner(String(value[semicolon...]))
    let parameters = FieldParameters.read(from: &scanner)
    let extended = parameters.first { $0.name == "filename*" }.flatMap { decoded($0.value) }
    let plain = parameters.first { $0.name == "filename" }?.value
    return (extended ?? plain).flatMap(harmless)
  }

  /// `UTF-8''na%C3%AFve.txt` (RFC 8187 §3.2).
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    if FieldCharacters.equalNames(parts[0], "utf-8") { return PercentEncoding.decode(parts[2]) }
    guard FieldCharacters.equalNames(parts[0], "iso-8859-1") else { return nil }
    // Every byte is a character.
    var text = ""
    var rest = parts[2].utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        text.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else {
        return nil
      }
      text.unicodeScalars.append(Unicode.Scalar(value))
      rest = rest.dropFirst(2)
    }
    return text
  }

  /// The last component, without what could lead elsewhere, hide the file, or confuse a terminal.
  private static func harmless(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
    var text = ""
    for scalar in last.unicodeScalars where !isControl(scalar) {
      if text.utf8.count + String(scalar).utf8.count > 255 { break }
      text.unicodeScalars.append(scalar)
    }
    while text.first == "." || text.first == " " { text.removeFirst() }
    while text.last == "." || text.last == " " { text.removeLast() }
    return text.isEmpty ? nil : text
  }

  /// Control and format characters: line ends, and those that turn the direction of writing.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    default: false
    }
  }
}
