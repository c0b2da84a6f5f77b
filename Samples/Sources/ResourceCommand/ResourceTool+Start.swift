// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

extension ResourceTool {
  /// Parses the arguments and runs the command they name.
  ///
  /// A request is parsed directly as `send`: parsing from the root would first build the descriptions of all commands.
  /// Arguments that cannot be parsed as `send` are parsed from the root, where help and errors name the whole command.
  ///
  /// - Parameter arguments: the arguments after the program's name.
  public static func start(_ arguments: [String]) async {
    if completionShell(in: arguments) == "bash" {
      return print(BashCompletions.mended(completionScript(for: .bash)), terminator: "\n")
    }
    guard let words = requestWords(in: arguments), var command = try? SendCommand.parseAsRoot(words) as? SendCommand
    else { return await main(arguments) }
    do { try await command.run() } catch { exit(withError: error) }
  }

  /// The shell for which a completion script is requested; `nil` if none is requested or the environment decides.
  private static func completionShell(in arguments: [String]) -> String? {
    let option = "--generate-completion-script"
    if arguments.count == 2, arguments[0] == option { return arguments[1] }
    return arguments.count == 1 && arguments[0] == option + "=bash" ? "bash" : nil
  }

  /// The words of a request; `nil` if the arguments may name another command.
  static func requestWords(in arguments: [String]) -> [String]? {
    guard let first = arguments.first else { return nil }
    if first == "send" { return Array(arguments.dropFirst()) }
    let others = configuration.subcommands.compactMap { $0.configuration.commandName }
    return others.contains(first) ? nil : arguments
  }
}
