// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Removes secrets from displayed text: the only place for it, used by errors, descriptions, events, records and the
/// diagnostics of a configuration.
///
/// Its input may not be a valid URL, and a mistyped one may have a password anywhere: if there are two readings, it
/// redacts by the worse one. It works on bytes.
package enum Redaction {
  /// The replacement of a secret.
  package static let mark = "‹redacted›"

  /// A URL or reference without its secrets: user information, and the values of query and fragment items with secret
  /// names.
  package static func reference(_ text: some StringProtocol, hiding names: Set<ExactText> = []) -> String {
    let bytes = Array(text.utf8)
    return replacing(ranges(inReference: bytes[...], hiding: names), of: bytes[...])
  }

  /// A path without the parts that look like a user and a password.
  package static func path(_ text: some StringProtocol) -> String {
    guard text.contains(byte: "@") else { return String(text) }
    let bytes = Array(text.utf8)
    return replacing(ranges(inPath: bytes[...]), of: bytes[...])
  }

  /// A query or fragment without its secrets.
  package static func items(_ text: some StringProtocol, hiding names: Set<ExactText> = []) -> String {
    let bytes = Array(text.utf8)
    return replacing(ranges(inItems: bytes[...], hiding: names), of: bytes[...])
  }

  /// The value of a header field, as it may be shown.
  package static func value(of name: some StringProtocol, _ value: String) -> String {
    if SensitiveNames.contains(name) { return mark }
    if FieldCharacters.equalNames(name, "Link") { return links(value) }
    let isReference = references.contains { FieldCharacters.equalNames($0, name) }
    return isReference ? reference(value) : text(value)
  }

  private static let references = ["Location", "Content-Location", "Referer", "Refresh", "SourceMap", "X-SourceMap"]

  /// A `Link` field (RFC 8288 §3), whose references stand in angle brackets.
  private static func links(_ value: String) -> String {
    let parts = value.split(atByte: "<")
    return parts.enumerated().map { index, part in
      let (target, rest) = part.cut(atByte: ">")
      guard index > 0 else { return text(part) }
      return "<" + reference(target) + (rest.map { ">" + text($0) } ?? "")
    }.joined()
  }

  /// A text that may contain URLs, without the secrets in them.
  package static func text(_ text: some StringProtocol) -> String {
    guard text.contains(bytes: "://") else { return String(text) }
    var shown = ""
    for (index, word) in text.split(whereByte: endsURL).enumerated() {
      if index > 0 {
        // The byte that ended the word before.
        let end = text.utf8.index(word.startIndex, offsetBy: -1)
        shown += text[end..<word.startIndex]
      }
      shown += word.contains(bytes: "://") ? reference(word) : String(word)
    }
    return shown
  }

  private static func endsURL(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
  }

  /// A target as the caller wrote it, without query, fragment and user information.
  package static func place(_ target: some StringProtocol) -> String {
    var shown = target.cut(atByte: "#").head.cut(atByte: "?").head
    // Nor the brace of a variable that begins with these, such as {?page}.
    if shown.ends(withBytesOf: "{") { shown = shown[..<shown.unicodeScalars.index(before: shown.endIndex)] }
    guard let at = target.lastIndex(ofByte: "@") else { return String(shown) }
    guard shown.contains(bytes: "//") || target[..<at].contains(byte: ":") else { return String(shown) }
    if let at = shown.lastIndex(ofByte: "@") { return String(shown[shown.utf8.index(after: at)...]) }
    // The @ came later: after a colon that does not end a scheme, a password may have begun.
    let start = shown.firstRange(ofBytes: ":/")?.upperBound ?? shown.startIndex
    guard let colon = shown[start...].firstIndex(ofByte: ":") else { return String(shown) }
    return String(shown[..<colon])
  }

  static func replacing(_ ranges: [Range<Int>], of bytes: ArraySlice<UInt8>) -> String {
    guard !ranges.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
    var shown = ""
    var place = bytes.startIndex
    for range in ranges where range.lowerBound >= place {
      shown += String(decoding: bytes[place..<range.lowerBound], as: UTF8.self) + mark
      place = range.upperBound
    }
    return shown + String(decoding: bytes[place...], as: UTF8.self)
  }
}

/// A type that may hold secrets, and prints as its `description` without them, whichever way it is printed.
public protocol RedactedDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedDescription {
  /// The same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
