// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ArgumentParser

/// The command `resource`.
public struct ResourceTool: AsyncParsableCommand {
  /// The command's name, help and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "resource",
    abstract: "Sends HTTP requests to URLs, backend services and adapters.",
    usage: """
      resource [<method>] <url> [<field> ...] [<options>]
      resource <subcommand> ...
      """,
    discussion: """
      "resource send --help" lists the options of requests, "resource help" the topics.

      Examples:
        resource https://example.org/
        resource POST https://example.org/notes title=Milk done:=false
        resource send GET cities --service resorts --config backends.json
        resource explain POST '/adapters/Users/{name}' --path name=Ann
        resource simulate backends.json --incident stall

      \(ExitStatus.help)
      """,
    version: VersionText.text,
    subcommands: [
      SendCommand.self, ExplainCommand.self, TokenCommand.self, CacheCommand.self, ConfigCommand.self,
      SimulateCommand.self, BenchCommand.self, StatusCommand.self, TopCommand.self, DoctorCommand.self,
      HelpCommand.self,
    ],
    defaultSubcommand: SendCommand.self
  )

  /// Creates a command without values; the parser sets them.
  public init() {}
}
