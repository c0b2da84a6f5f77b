// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Builds text with the macros of man(7).
struct Roff {
  private var lines: [String] = []

  /// The text written so far.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Appends a macro with arguments.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    lines.append((["." + name] + quoted).joined(separator: " "))
  }

  /// Appends a line of running text.
  mutating func line(_ text: String) {
    let escaped = Self.escaped(text)
    // A dot or an apostrophe at the start of a line would start a macro.
    lines.append((escaped.utf8.first == 0x2E || escaped.utf8.first == 0x27 ? "\\&" : "") + escaped)
  }

  /// Appends paragraphs, separated by empty lines; indented lines are kept verbatim.
  ///
  /// - Parameters:
  ///   - text: the paragraphs.
  ///   - end: the first paragraph to leave out, together with all that follow it.
  mutating func paragraphs(_ text: String, upTo end: String? = nil) {
    var verbatim: [String] = []
    var isNew = true
    let parts: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
    for part in parts {
      if let end, part.utf8.elementsEqual(end.utf8) { break }
      if part.utf8.starts(with: "  ".utf8) {
        verbatim.append(String(part.drop { $0 == " " }))
        continue
      }
      if !verbatim.isEmpty {
        code(verbatim)
        verbatim = []
        isNew = true
      }
      if part.isEmpty {
        isNew = true
      } else {
        if isNew, !isBelowHeading { macro("PP") }
        isNew = false
        line(String(part))
      }
    }
  }

  /// Appends verbatim lines.
  mutating func code(_ verbatim: [String]) {
    if !isBelowHeading { macro("PP") }
    macro("EX")
    for text in verbatim { line(text) }
    macro("EE")
  }

  /// Appends a term with its meaning, indented.
  mutating func term(_ term: String, _ meaning: String) {
    macro("TP")
    lines.append("\\fB\(Self.escaped(term))\\fR")
    line(meaning)
  }

  private var isBelowHeading: Bool {
    guard let last = lines.last else { return true }
    return last.utf8.starts(with: ".SH".utf8) || last.utf8.starts(with: ".SS".utf8)
  }

  /// Escapes the characters that are special in roff.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u\(Self.hexadecimal(scalar.value))]"
      }
    }
    return result
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
