// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// The common options of the commands about tokens.
struct TokenOptions: ParsableArguments {
  @OptionGroup(title: "Server") var place: PlaceOptions

  @OptionGroup(title: "Token") var tokens: TokenFlags

  @Option(
    help: ArgumentHelp("Time limit of the command: 250ms, 3s, 1m.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var timeout: Duration?

  @OptionGroup(title: "Connection") var connection: ConnectionFlags

  @Option(help: "What sends: the sockets, with libcurl for proxies; or one of them alone.")
  var transport: TransportName = .standard

  @Flag(help: "Print the exchanges on stderr.")
  var verbose = false
}
