// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceCommand

@main
struct Main {
  static func main() async {
    StandardStreams.keepClosed()
    let arguments = UnknownCommand.arguments(Array(CommandLine.arguments.dropFirst()))
    if let mistake = UnknownCommand.unreadable ?? UnknownCommand(in: arguments) { mistake.end() }
    await ResourceTool.start(arguments)
  }
}
