// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// The completion scripts: the parser's, with what is missing or wrong in them for this command mended.
enum CompletionScript {
  /// The methods that are suggested as the first word of a request.
  static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  /// The first words that do not begin a request.
  static var commands: [String] {
    ResourceTool.configuration.subcommands.compactMap { $0.configuration.commandName }
  }

  /// The script for a shell.
  static func text(for shell: CompletionShell) -> String {
    let script = ResourceTool.completionScript(for: shell)
    return switch shell {
    case .bash: BashCompletions.mended(script)
    case .zsh: ZshCompletions.mended(script)
    case .fish: FishCompletions.mended(script)
    default: script
    }
  }

  /// The shell that the arguments ask a script for, which the environment names if they do not; `nil` if they ask for none.
  static func shell(in arguments: [String]) -> CompletionShell? {
    let option = "--generate-completion-script"
    if arguments == [option] { return .autodetected() }
    if arguments.count == 2, arguments[0] == option { return CompletionShell(rawValue: arguments[1]) }
    guard arguments.count == 1, arguments[0].hasPrefix(option + "=") else { return nil }
    return CompletionShell(rawValue: String(arguments[0].dropFirst(option.count + 1)))
  }

  /// Removes the parser's own `help` function: it comes second and would replace the one that knows the topics.
  static func removeParserHelp(from script: inout String) {
    let helps = script.ranges(of: "\n_resource_help() {\n")
    guard helps.count == 2, let end = script[helps[1].upperBound...].firstRange(of: "\n}\n") else { return }
    script.removeSubrange(helps[1].lowerBound..<end.upperBound)
  }
}
