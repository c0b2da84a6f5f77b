// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One challenge of `WWW-Authenticate` or `Proxy-Authenticate`: what a server would accept as credentials (RFC 9110
/// §11.3).
struct Challenge: Sendable, Hashable {
  /// The scheme in lower case: `basic`.
  let scheme: String
  /// The one unnamed value some schemes have, such as `negotiate`; nil where there is none.
  let token68: String?
  /// The named ones in their order; no two have one name.
  let parameters: [FieldParameter]

  init(scheme: String, token68: String? = nil, parameters: [FieldParameter] = []) {
    self.scheme = scheme
    self.token68 = token68
    self.parameters = parameters
  }

  /// The value of a parameter, whatever the case of its name.
  subscript(name: String) -> String? {
    parameters.first { FieldCharacters.equalNames($0.name, name) }?.value
  }

  /// What the challenge protects, as the server names it.
  var realm: String? { self["realm"] }

  /// Reads the challenges of all lines of a field, in order.
  ///
  /// Lines are read one by one, so a broken one spoils no other. Within a line, what makes no sense is skipped up to
  /// the next comma outside quotes, and the challenge it stood in is kept without it. Of two parameters with one name
  /// the first counts. An unquoted value may have characters no token has (`realm=http://…` is common).
  static func parse(_ lines: some Sequence<String>) -> [Challenge] {
    lines.flatMap { line in
      var reader = ChallengeReader(line)
      return reader.readAll()
    }
  }
}

/// Reads one line of challenges.
///
/// The grammar's commas are ambiguous: one ends a parameter or a challenge. What comes after decides: a token with an
/// equals sign is a parameter of the same challenge, anything else begins another.
private struct ChallengeReader {
  private var scanner: FieldScanner

  init(_ line: String) {
    scanner = FieldScanner(line)
  }

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

  /// Reads what follows a scheme, up to the next challenge.
  private mutating func readContent(of scheme: String) -> Challenge {
    scanner.skip(while: Self.isBlank)
    if let token68 = readToken68() { return Challenge(scheme: scheme, token68: token68) }
    var parameters: [FieldParameter] = []
    while !scanner.isAtEnd {
      if let parameter = readParameter() {
        if !parameters.contains(where: { $0.name.hasSameBytes(as: parameter.name) }) { parameters.append(parameter) }
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

  /// Reads the unnamed value; nil, with nothing consumed, unless it is all there is up to the next comma.
  ///
  /// `Basic realm=, charset=x` has a parameter without a value rather than the value `realm=`, as what follows shows.
  private mutating func readToken68() -> String? {
    let place = scanner.position
    var value = scanner.run(while: Self.isToken68Byte)
    if !value.isEmpty {
      value += scanner.run { $0 == UInt8(ascii: "=") }
      scanner.skip(while: Self.isBlank)
      if isAtEndOfElement, !(value.ends(withBytesOf: "=") && continuesWithParameter) { return value }
    }
    scanner.rewind(to: place)
    return nil
  }

  /// Reads a parameter; nil where none stands or its value is missing or cannot be.
  private mutating func readParameter() -> FieldParameter? {
    guard let name = scanner.token() else { return nil }
    scanner.skip(while: Self.isBlank)
    guard scanner.consume("=") else { return nil }
    scanner.skip(while: Self.isBlank)
    let value: String
    if let content = scanner.quotedString() {
      value = content
    } else {
      value = scanner.run { !Self.isBlank($0) && $0 != UInt8(ascii: ",") }
      if value.isEmpty { return nil }
    }
    guard value.utf8.allSatisfy(FieldCharacters.isValue) else { return nil }
    return FieldParameter(name: name.lowercasedASCII(), value: value)
  }

  /// Whether a name and an equals sign come next; consumes nothing.
  private var startsParameter: Bool {
    var ahead = scanner
    guard ahead.token() != nil else { return false }
    ahead.skip(while: Self.isBlank)
    return ahead.consume("=")
  }

  private var isAtEndOfElement: Bool {
    scanner.isAtEnd || scanner.next == UInt8(ascii: ",")
  }

  /// Whether a parameter comes after the comma; consumes nothing.
  private var continuesWithParameter: Bool {
    var ahead = self
    ahead.skipBlanksAndCommas()
    return ahead.startsParameter
  }

  private var isAtBlankOrComma: Bool {
    isAtEndOfElement || scanner.next.map(Self.isBlank) == true
  }

  private mutating func skipBlanksAndCommas() {
    scanner.skip { Self.isBlank($0) || $0 == UInt8(ascii: ",") }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Letters, digits and `-._~+/` (RFC 9110 §11.2).
  private static func isToken68Byte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "-")...UInt8(ascii: "9"): true  // and . / 0 to 8 between them
    case UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
