// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceCommand

@main
struct Main {
  static func main() async {
    if let mistake = UnknownCommand(in: Array(CommandLine.arguments.dropFirst())) { mistake.end() }
    await ResourceTool.main()
  }
}
