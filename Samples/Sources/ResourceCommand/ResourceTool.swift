// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ArgumentParser

/// The command `resource`.
public struct ResourceTool: AsyncParsableCommand {
  /// Its name, help and subcommands.
  public static let configuration = CommandConfiguration(
    commandName: "resource",
    abstract: "Sends requests to adapters, backend services, or anywhere.",
    discussion: """
      Examples:
        resource https://example.org/
        resource POST https://example.org/notes title=Milk done:=false
        resource send GET cities --service resorts --config backends.json
        resource explain POST '/adapters/Users/{name}' --path name=Ann
        resource simulate backends.json --incident stall

      Exit status:
        0   the answer is 2xx
        1   the answer has another status, or the token is not active
        2   the configuration, or how to route by it, is wrong
        3   no answer: transport failure, no token, timeout, a limit
        64  wrong usage, or input that cannot be sent
        74  the answer cannot be written
        130 Ctrl-C where a password is asked for
      """,
    subcommands: [
      SendCommand.self, ExplainCommand.self, TokenCommand.self, CacheCommand.self, ConfigCommand.self,
      SimulateCommand.self, BenchCommand.self, StatusCommand.self, TopCommand.self, DoctorCommand.self,
    ],
    defaultSubcommand: SendCommand.self
  )

  /// A command without values; the parser fills it in.
  public init() {}
}
