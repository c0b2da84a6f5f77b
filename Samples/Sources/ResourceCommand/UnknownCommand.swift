// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// A first word that is not a command, with a suggestion; or an argument that is no text.
///
/// The parser would only report this word and every later one as unexpected.
public struct UnknownCommand: Error, CustomStringConvertible {
  /// The word, and what to write instead.
  public let description: String

  /// Checks the arguments; `nil` if they name a command or start with an option.
  public init?(in arguments: [String]) {
    let subcommands = ResourceTool.configuration.subcommands
    let commands = subcommands.compactMap { $0.configuration.commandName }
    if let first = subcommands.first(where: { $0.configuration.commandName == arguments.first }) {
      guard let text = Self.unknown(behind: first.configuration, in: arguments) else { return nil }
      description = text
      return
    }
    guard let word = arguments.first, !word.hasPrefix("-"), word != "help", !commands.contains(word) else { return nil }
    // A URL or a method starts a request, where "send" may be left out.
    if RequestWords.isTarget(word) || RequestWords.isMethod(word) { return nil }
    guard !word.isEmpty else {
      let hasTarget = arguments.count > 1 && RequestWords.isTarget(arguments[1])
      description = hasTarget ? "the method is empty; name one" : "name a URL: resource GET https://example.org/"
      return
    }
    let remedy =
      if let advice = Self.advice(on: arguments) {
        advice
      } else if let near = commands.first(where: { Self.isNear(word, $0) }) {
        "did you mean \(near)?"
      } else if let known = RequestWords.knownMethod(word)
        ?? Self.methods.first(where: { Self.isNear(word, $0.lowercased()) })
      {
        "did you mean \(known)?"
      } else if word.utf8.contains(UInt8(ascii: ".")) {
        "for a URL, write https://\(word)"
      } else if arguments.count > 1, RequestWords.isTarget(arguments[1]), RequestWords.isMethod(word.uppercased()) {
        "for a method, write \(word.uppercased())"
      } else {
        "the commands are \(commands.joined(separator: ", ")); a path of a service needs its method: resource GET \(word)"
      }
    description = "\"\(word)\" is not a command; \(remedy)"
  }

  /// The first argument that is not UTF-8, whose bytes Swift would replace by others; `nil` if all are.
  public static var unreadable: UnknownCommand? {
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number], String(validatingCString: bytes) == nil else { continue }
      return UnknownCommand(
        description: "the argument \(number) is not UTF-8; write its bytes to a file, and @FILE here"
      )
    }
    return nil
  }

  private init(description: String) { self.description = description }

  /// What to write instead of another program's name, or of a command that others have; `nil` for other words.
  private static func advice(on arguments: [String]) -> String? {
    switch arguments.first {
    case "curl", "wget", "http", "https": return "leave the word out: resource URL"
    case "completion", "completions":
      let shell = arguments.dropFirst().first { ["bash", "zsh", "fish"].contains($0) }
      return "write --generate-completion-script \(shell ?? "bash")"
    default: return nil
    }
  }

  /// Checks the second of the arguments; `nil` unless it should name one of a command's own commands.
  private static func unknown(behind command: CommandConfiguration, in arguments: [String]) -> String? {
    let inner = command.subcommands.compactMap { $0.configuration.commandName }
    guard !inner.isEmpty, arguments.count > 1, !arguments[1].hasPrefix("-"), !(inner + ["help"]).contains(arguments[1])
    else { return nil }
    let remedy =
      inner.first { isNear(arguments[1], $0) }.map { "did you mean \($0)?" }
      ?? "its commands are \(inner.joined(separator: ", "))"
    return "\"\(arguments[1])\" is not a command of \(arguments[0]); \(remedy)"
  }

  /// Reports the error on stderr and ends the process, as for any usage error.
  public func end() -> Never {
    Console.standardError.write("\(Console.standardError.red("resource:")) \(self)")
    ResourceTool.exit(withError: ExitCode(ExitStatus.usage.rawValue))
  }

  /// Normalizes the arguments: a standard method as the first word, or behind the command of a request, may be in lower
  /// case, no argument means help, and `-V` means `--version` as in curl.
  public static func arguments(_ arguments: [String]) -> [String] {
    guard let word = arguments.first else { return ["help"] }
    if arguments == ["-V"] { return ["--version"] }
    let place = ["send", "explain", "bench"].contains(word) ? 1 : 0
    guard place < arguments.count, let method = RequestWords.knownMethod(arguments[place]),
      arguments[place] == method.lowercased(), place == 0 || isTarget(arguments.dropFirst(2).first)
    else { return arguments }
    var arguments = arguments
    arguments[place] = method
    return arguments
  }

  /// Whether a word may be the target of a method before it, which alone, or before a field, may be a target itself.
  private static func isTarget(_ word: String?) -> Bool {
    guard let word, !word.hasPrefix("-") else { return false }
    return RequestWords.isTarget(word) || RequestItem(word) == nil
  }

  private static let methods = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]

  /// Whether a word is another, misspelled: two letters swapped, or one added, missing or wrong.
  static func isNear(_ word: String, _ command: String) -> Bool {
    let word = Array(word.lowercased().utf8)
    let command = Array(command.lowercased().utf8)
    guard !word.isEmpty, abs(word.count - command.count) <= 1 else { return false }
    if word.sorted() == command.sorted() { return true }
    let head = zip(word, command).prefix { $0 == $1 }.count
    let tail = zip(word.reversed(), command.reversed()).prefix { $0 == $1 }.count
    return head + tail >= max(word.count, command.count) - 1
  }
}
