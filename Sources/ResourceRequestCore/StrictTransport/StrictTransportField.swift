// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The value of a `Strict-Transport-Security` field (RFC 6797 §6.1).
struct StrictTransportField: Sendable, Hashable {
  /// For how many seconds the host requires https; 0 ends the requirement.
  let maxAge: Int64
  /// Whether all hosts below it want it too.
  let includesSubdomains: Bool

  /// A hundred years: no sum with a date overflows.
  static let longest: Int64 = 3_155_760_000
  private static let mostDirectives = 64

  /// Reads a value; `nil` where it breaks the grammar: a directive that comes twice, or no `max-age` in digits.
  ///
  /// Unknown directives are ignored (§6.1).
  init?(_ value: some StringProtocol) {
    var scanner = FieldScanner(value)
    var names: [String] = []
    var seconds: Int64?
    var below = false
    repeat {
      scanner.skipWhitespace()
      guard let name = scanner.token()?.lowercasedASCII() else {
        if scanner.isAtEnd || scanner.next == UInt8(ascii: ";") { continue }
        return nil
      }
      scanner.skipWhitespace()
      var content: String?
      if scanner.consume("=") {
        scanner.skipWhitespace()
        guard let text = scanner.quotedString() ?? scanner.token() else { return nil }
        content = text
        scanner.skipWhitespace()
      }
      guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";"), names.count < Self.mostDirectives,
        !names.contains(where: name.hasSameBytes)
      else { return nil }
      names.append(name)
      if name.hasSameBytes(as: "max-age") {
        guard let number = content.flatMap({ DecimalDigits.bounded($0.utf8) }) else { return nil }
        seconds = min(Int64(number), Self.longest)
      } else if name.hasSameBytes(as: "includesubdomains") {
        below = true
      }
    } while scanner.consume(";")
    guard scanner.isAtEnd, let seconds else { return nil }
    maxAge = seconds
    includesSubdomains = below
  }
}
