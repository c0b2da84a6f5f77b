// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Parses a `.netrc` file: words separated by spaces and line ends, with comments, quotes and macros.
struct NetrcReader {
  struct Fault: Error {
    let line: Int
    let message: String
  }

  var rest: Substring.UTF8View
  var line = 1

  /// The entries in order; a host of `nil` is the default entry.
  mutating func machines() throws -> [(host: String?, credential: LoginCredential)] {
    var machines: [(host: String?, credential: LoginCredential)] = []
    var host: String??
    var (login, password): (String?, String?)
    func finish() {
      guard let host, login != nil || password != nil else { return }
      machines.append((host, LoginCredential(username: login ?? "", password: Secret(password ?? ""))))
    }
    while let word = try word() {
      switch word {
      case "machine", "default":
        finish()
        (login, password) = (nil, nil)
        host = .some(word == "machine" ? try value(of: word).lowercasedASCII() : nil)
      case "login": login = try value(of: word)
      case "password": password = try value(of: word)
      case "account": _ = try value(of: word)
      case "macdef": skipMacro()
      default: throw fault("an unknown word, expected machine, default, login, password, account or macdef")
      }
    }
    finish()
    return machines
  }

  private mutating func value(of key: String) throws -> String {
    guard let value = try word(isValue: true) else { throw fault("\(key) without a value") }
    return value
  }

  /// The next word; as a value it may begin with a number sign.
  private mutating func word(isValue: Bool = false) throws -> String? {
    skipBlanks(andComments: !isValue)
    guard let first = rest.first else { return nil }
    guard first == UInt8(ascii: "\"") else {
      let word = rest.prefix { !FieldSyntax.isWhitespace($0) }
      rest = rest[word.endIndex...]
      return String(decoding: word, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    rest = rest.dropFirst()
    while let byte = rest.first, byte != UInt8(ascii: "\""), byte != 0x0A {
      rest = rest.dropFirst()
      if byte == UInt8(ascii: "\\"), let escaped = rest.first {
        rest = rest.dropFirst()
        bytes.append([UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09][escaped] ?? escaped)
      } else {
        bytes.append(byte)
      }
    }
    guard rest.first == UInt8(ascii: "\"") else { throw fault("a quote that is not closed") }
    rest = rest.dropFirst()
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func skipBlanks(andComments skipsComments: Bool) {
    while let byte = rest.first {
      if skipsComments, byte == UInt8(ascii: "#") {
        rest = rest.drop { $0 != 0x0A }
      } else if FieldSyntax.isWhitespace(byte) {
        if byte == 0x0A { line += 1 }
        rest = rest.dropFirst()
      } else {
        return
      }
    }
  }

  /// A macro ends at the next empty line.
  private mutating func skipMacro() {
    var isEmptyLine = false
    while let byte = rest.first {
      rest = rest.dropFirst()
      guard byte == 0x0A else {
        if byte != 0x0D { isEmptyLine = false }
        continue
      }
      line += 1
      if isEmptyLine { return }
      isEmptyLine = true
    }
  }

  private func fault(_ message: String) -> Fault { Fault(line: line, message: message) }

}
