// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// What says how a request is sent and its answer shown; `explain` takes and ignores it.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Write status line and header fields before the body.")
  var include = false

  @Option(help: ArgumentHelp("Where the answer goes instead of stdout.", valueName: "file"))
  var output: String?

  @Option(help: "In UTF-8, as JSON with one member a line, or byte for byte.")
  var format: OutputFormat = .text

  @Option(help: "How to call.")
  var style: CallingStyle = .async

  @Flag(help: "Print on stderr what happens.")
  var verbose = false

  @Flag(help: "Print on stderr what the exchange cost.")
  var metrics = false
}
