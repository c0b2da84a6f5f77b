// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// The words of a request: `[METHOD] TARGET [ITEM …]`.
struct RequestWords: Hashable {
  /// The method; `nil` if none is given.
  let method: String?
  let target: String
  let items: [RequestItem]

  /// Parses the words.
  ///
  /// - Parameters:
  ///   - words: the words.
  ///   - isLiteral: whether braces in the target are characters, and no template.
  /// - Throws: ``InputError`` that says how to correct a word.
  init(_ words: [String], isLiteral: Bool = false) throws {
    guard let first = words.first else { throw InputError("name a URL: resource GET https://example.org/") }
    // After a method, host:port is the target, not a header field.
    let looksLikeMethod = Self.isMethod(first) || Self.knownMethod(first) != nil
    let isAddressed = words.count > 1 && looksLikeMethod && Self.isAddress(words[1])
    let hasMethod =
      !Self.isTarget(first) && (words.count == 1 ? Self.isMethod(first) : isAddressed || !Self.isItem(words[1]))
    method = hasMethod ? first : nil
    if let known = hasMethod ? Self.knownMethod(first) : nil, !known.utf8.elementsEqual(first.utf8) {
      throw InputError("\"\(first)\" is not \"\(known)\", since methods are case-sensitive; did you mean \(known)?")
    }
    let rest = words.dropFirst(hasMethod ? 1 : 0)
    guard let target = rest.first.map({ Self.unescaped($0, isLiteral) }) else {
      throw InputError("name a URL: resource \(first) https://example.org/")
    }
    // As in httpie, a port alone means localhost.
    self.target = Self.isPort(target) ? "http://localhost\(target)" : (Self.isAddress(target) ? "http://" : "") + target
    items = try rest.dropFirst().enumerated().map { number, word in
      if Self.isURL(word) {
        // The word is not repeated: it may hold a secret.
        throw InputError(
          "word \(number + 1) after the target is a second URL; only send takes several. For a header field, write -H 'Name: value'"
        )
      }
      guard let item = RequestItem(word) else {
        // The word is not repeated: it may be a secret without its name.
        throw InputError(
          "word \(number + 1) after the target is not a field: write name=value, name:=JSON, name==QUERY, Name:FIELD or name@FILE"
        )
      }
      return item
    }
  }

  /// A target in which a backslash makes a bracket or brace a character, as in commands that browsers copy for curl.
  private static func unescaped(_ target: String, _ isLiteral: Bool) -> String {
    let braces: [UInt8: String] = [UInt8(ascii: "{"): "%7B", UInt8(ascii: "}"): "%7D"]
    var (bytes, isEscaped) = ([UInt8](), false)
    for byte in target.utf8 {
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      if isEscaped, "[]{}".utf8.contains(byte) { bytes.removeLast() }
      if isEscaped || isLiteral, let encoded = braces[byte] { bytes += encoded.utf8 } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a command line with several URLs is being read, of which each is a request of its own.
  @TaskLocal static var allowsSeveral = false

  /// The places of the URLs among words, the target's first; that one alone if no other follows.
  static func places(ofURLsIn words: [String]) -> [Int] {
    let target = words.first.map(isTarget) == true ? 0 : 1
    guard target < words.count else { return [] }
    return [target] + words.indices.dropFirst(target + 1).filter { isURL(words[$0]) }
  }

  /// The words without the URLs after the target.
  static func first(of words: [String]) -> [String] {
    let others = places(ofURLsIn: words).dropFirst()
    return words.indices.filter { !others.contains($0) }.map { words[$0] }
  }

  /// Whether a word can only be a target.
  static func isTarget(_ word: String) -> Bool {
    word.utf8.contains(UInt8(ascii: "/")) || word.utf8.contains(UInt8(ascii: "{")) || isPort(word) || isAddress(word)
  }

  /// Whether a word starts with host and port, or is `localhost`: a URL without its scheme, not a path.
  static func isAddress(_ word: String) -> Bool {
    let authority = word.utf8.prefix { !"/?#".utf8.contains($0) }
    if authority.elementsEqual("localhost".utf8) { return true }
    guard let colon = authority.lastIndex(of: UInt8(ascii: ":")), colon > authority.startIndex else { return false }
    let host = authority[..<colon]
    let port = authority[authority.index(after: colon)...]
    let isHost =
      host.first == UInt8(ascii: "[") && host.last == UInt8(ascii: "]")
      || host.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    return isHost && !port.isEmpty && port.count <= 5 && port.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether a word after the target is a URL: its colon is no header field's.
  private static func isURL(_ word: String) -> Bool {
    let scheme = word.utf8.prefix { $0 != UInt8(ascii: ":") }
    if word.utf8.dropFirst(scheme.count).starts(with: "://".utf8),
      ["http", "https"].contains(String(decoding: scheme, as: UTF8.self).lowercased())
    {
      return true
    }
    // "X-Count:42" has the form of an address, too; a name with a dot or a bracket is that of a host.
    let isHost = scheme.contains(UInt8(ascii: ".")) || scheme.first == UInt8(ascii: "[")
    return isAddress(word) && (isHost || scheme.elementsEqual("localhost".utf8))
  }

  static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether a word has the form of a method: capitals and hyphens.
  static func isMethod(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == UInt8(ascii: "-") }
  }

  /// The standard method that a word spells, ignoring case.
  static func knownMethod(_ word: String) -> String? {
    let upper = word.uppercased()
    return ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"].first { $0 == upper }
  }

  private static func isItem(_ word: String) -> Bool {
    (!isTarget(word) || isAddress(word)) && RequestItem(word) != nil
  }

  private static func isPort(_ word: String) -> Bool {
    guard word.utf8.first == UInt8(ascii: ":") else { return false }
    let digits = word.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") }
    return !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
  }
}
