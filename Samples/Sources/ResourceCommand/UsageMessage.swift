// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// What is said of arguments that cannot be parsed: one sentence as of other errors, and on a terminal how it is meant.
struct UsageMessage {
  /// The sentence, without the name of the command.
  let sentence: String
  /// The parser's lines about the option and the command.
  let help: [String]

  /// Creates it from the parser's message; `nil` for another text than an error's.
  init?(_ message: String) {
    let start = "Error: "
    let message = UnknownOption.mended(message) ?? message
    guard message.hasPrefix(start) else { return nil }
    let lines = message.dropFirst(start.count).split(separator: "\n", omittingEmptySubsequences: false)
    // The parser writes some of its errors as sentences of their own.
    var text = lines[0].replacing("'. Did you mean ", with: "'; did you mean ")
    if text.last == "." { text.removeLast() }
    // A long list of values is on lines of its own.
    let values = lines.dropFirst().prefix { $0.hasPrefix("  - ") }.map { $0.dropFirst(4) }
    if text.last == ":", !values.isEmpty { text += " " + values.joined(separator: ", ") }
    let isWord = text.dropFirst().first?.isLowercase == true
    sentence = isWord ? text.prefix(1).lowercased() + text.dropFirst() : String(text)
    help = lines.dropFirst().map(String.init).filter { !$0.isEmpty }
  }

  func write(to console: Console) {
    console.write("\(console.red("resource:")) \(console.shown(sentence))")
    if console.isTerminal { console.write(help.joined(separator: "\n")) }
  }
}
