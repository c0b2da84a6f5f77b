// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One challenge of `WWW-Authenticate` or `Proxy-Authenticate` (RFC 9110 §11.3).
struct Challenge: Sendable, Hashable {
  /// The scheme in lower case: `basic`.
  let scheme: String
  /// The unnamed value of some schemes, such as `negotiate`; `nil` if there is none.
  var token68: String?
  /// The named parameters in order; names are unique.
  var parameters: [FieldParameter] = []

  /// The value of a parameter, whatever the case of its name.
  subscript(name: String) -> String? {
    parameters.first { FieldCharacters.equalNames($0.name, name) }?.value
  }

  /// The realm: the server's name for the protected resources.
  var realm: String? { self["realm"] }

  /// Parses the challenges of all lines of a field, in order.
  ///
  /// Lines are parsed separately, so that an invalid one does not affect others. Within a line, invalid parts are
  /// skipped up to the next comma outside quotes, and the challenge is kept without them. The first of two parameters
  /// with one name counts. An unquoted value may have characters that a token may not (`realm=http://…` is common).
  static func parse(_ lines: some Sequence<String>) -> [Challenge] {
    lines.flatMap { line in
      var reader = ChallengeReader(scanner: FieldScanner(line))
      return reader.readAll()
    }
  }
}

/// Parses one line of challenges.
///
/// The grammar's commas are ambiguous: a comma ends a parameter or a challenge. A token with an equals sign after it is
/// a parameter of the same challenge, anything else begins another one.
private struct ChallengeReader {
  var scanner: FieldScanner

  mutating func readAll() -> [Challenge] {
    var challenges: [Challenge] = []
    while !scanner.isAtEnd {
      skipBlanksAndCommas()
      guard let scheme = scanner.token(), isAtBlankOrComma else {
        scanner.skip(toUnquoted: ",")
        continue
      }
      challenges.append(readContent(of: scheme.lowercasedASCII()))
    }
    return challenges
  }

  /// Reads the content after a scheme, up to the next challenge.
  private mutating func readContent(of scheme: String) -> Challenge {
    scanner.skip(while: Self.isBlank)
    if let token68 = readToken68() { return Challenge(scheme: scheme, token68: token68) }
    var parameters: [FieldParameter] = []
    while !scanner.isAtEnd {
      if let parameter = readParameter(), parameters.count < FieldParameters.most,
        !parameters.contains(where: { $0.name.hasSameBytes(as: parameter.name) })
      {
        parameters.append(parameter)
      }
      scanner.skip(toUnquoted: ",")
      let place = scanner.position
      skipBlanksAndCommas()
      guard startsParameter else {
        scanner.rewind(to: place)
        break
      }
    }
    return Challenge(scheme: scheme, parameters: parameters)
  }

  /// Reads the unnamed value; `nil`, with nothing consumed, unless it extends to the next comma.
  ///
  /// `Basic realm=, charset=x` has a parameter without a value rather than the value `realm=`, as the rest shows.
  private mutating func readToken68() -> String? {
    let place = scanner.position
    var value = scanner.run(while: Self.token68.contains)
    if !value.isEmpty {
      value += scanner.run { $0 == UInt8(ascii: "=") }
      scanner.skip(while: Self.isBlank)
      if isAtEndOfElement, !(value.ends(withBytesOf: "=") && continuesWithParameter) { return value }
    }
    scanner.rewind(to: place)
    return nil
  }

  /// Reads a parameter; `nil` if there is none or its value is missing or invalid.
  private mutating func readParameter() -> FieldParameter? {
    guard let name = scanner.token() else { return nil }
    scanner.skip(while: Self.isBlank)
    guard scanner.consume("=") else { return nil }
    scanner.skip(while: Self.isBlank)
    let quoted = scanner.quotedString()
    let value = quoted ?? scanner.run { !Self.isBlank($0) && $0 != UInt8(ascii: ",") }
    if quoted == nil, value.isEmpty { return nil }
    guard value.utf8.allSatisfy(FieldCharacters.isValue) else { return nil }
    return FieldParameter(name: name.lowercasedASCII(), value: value)
  }

  /// Whether a name and an equals sign follow; consumes nothing.
  private var startsParameter: Bool {
    var ahead = scanner
    guard ahead.token() != nil else { return false }
    ahead.skip(while: Self.isBlank)
    return ahead.consume("=")
  }

  private var isAtEndOfElement: Bool { scanner.isAtEnd || scanner.next == UInt8(ascii: ",") }

  /// Whether a parameter follows the comma; consumes nothing.
  private var continuesWithParameter: Bool {
    var ahead = self
    ahead.skipBlanksAndCommas()
    return ahead.startsParameter
  }

  private var isAtBlankOrComma: Bool { isAtEndOfElement || scanner.next.map(Self.isBlank) == true }

  private mutating func skipBlanksAndCommas() {
    scanner.skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Letters, digits and `-._~+/` (RFC 9110 §11.2).
  private static let token68 = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/")
}
