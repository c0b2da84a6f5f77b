// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

extension ResourceTool {
  /// Parses the arguments and runs what they name.
  ///
  /// A request is parsed as `send` at once. Parsed from the root, it would wait for the descriptions of all commands first.
  /// What cannot be parsed so is parsed from the root, where help and errors name the whole command.
  ///
  /// - Parameter arguments: the words behind the name of the program.
  public static func start(_ arguments: [String]) async {
    if completionShell(in: arguments) == "bash" {
      return print(BashCompletions.mended(completionScript(for: .bash)), terminator: "\n")
    }
    guard let words = requestWords(in: arguments), var command = try? SendCommand.parseAsRoot(words) as? SendCommand
    else { return await main(arguments) }
    do { try await command.run() } catch { exit(withError: error) }
  }

  /// The shell that a script of completions is asked for; `nil` where none is asked for, or the environment's.
  private static func completionShell(in arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    if arguments.count == 2, arguments[0] == option { return arguments[1] }
    return arguments.count == 1 && arguments[0] == option + "=bash" ? "bash" : nil
  }

  /// The words of a request; `nil` where they may name another command.
  static func requestWords(in arguments: [String]) -> [String]? {
    guard let first = arguments.first else { return nil }
    if first == "send" { return Array(arguments.dropFirst()) }
    let others = configuration.subcommands.compactMap { $0.configuration.commandName }
    return others.contains(first) ? nil : arguments
  }
}
