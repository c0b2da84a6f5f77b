// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource help`: prints the help of a command or of a topic, and the manual.
///
/// It replaces the parser's own command of this name, which has no topics.
struct HelpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help",
    abstract: "Shows help about a command or a topic.",
    discussion: """
      Topics: \(HelpTopic.all.map(\.name).joined(separator: ", ")).

      Examples:
        resource help send
        resource help exit-codes
        resource help --man >resource.1
      """
  )

  @Argument(
    help: ArgumentHelp("A command, such as token get, or a topic.", valueName: "command|topic"),
    completion: .list(HelpTopic.all.map(\.name))
  )
  var words: [String] = []

  @Flag(help: "Write the manual page, for man.")
  var man = false

  func run() async throws {
    let text = man ? ManPage(dump: ResourceTool._dumpHelp()).text : try page()
    try await reporting {
      try AnswerWriter.standardOutput.write(text)
      return .success
    }
  }

  /// The width of help on a terminal: the parser needs room behind the names of options, or ends the process.
  static func width(of columns: Int) -> Int { min(max(columns, 40), 100) }

  private func page() throws -> String {
    let width = Self.width(of: Console.standardOutput.width)
    guard !words.isEmpty else {
      return ResourceTool.helpMessage(columns: width) + "\n" + HelpTopic.index(width: width)
    }
    let topic = words.count == 1 ? HelpTopic.named(words[0])?.text(width: width) : nil
    let command = Self.command(words).map { ResourceTool.helpMessage(for: $0, columns: width) + "\n" }
    let pages = [topic, command].compactMap(\.self)
    guard !pages.isEmpty else {
      let names = HelpTopic.all.map(\.name).joined(separator: ", ")
      let word = words.joined(separator: " ")
      throw ValidationError("no command and no topic is called \"\(word)\"; the topics are \(names)")
    }
    return pages.joined(separator: "\n")
  }

  /// The command that a list of words names, starting at the root.
  private static func command(_ words: [String]) -> (any ParsableCommand.Type)? {
    var command: any ParsableCommand.Type = ResourceTool.self
    for word in words {
      let next = command.configuration.subcommands.first { Self.name(of: $0).utf8.elementsEqual(word.utf8) }
      guard let next else { return nil }
      command = next
    }
    return command
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? "\(command)".lowercased()
  }
}
