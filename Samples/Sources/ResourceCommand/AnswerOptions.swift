// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// What says how a request is sent and its answer shown; `explain` takes and ignores it.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Write status line and header fields before the body.")
  var include = false

  @Option(help: ArgumentHelp("Where the answer goes instead of stdout, if it is 2xx.", valueName: "file"))
  var output: String?

  @Flag(help: "Keep what came of the output file when a GET fails, and ask for the rest the next time.")
  var resume = false

  @Flag(help: "Show on stderr how far the output file is; without one, how much of the body was sent.")
  var progress = false

  @Flag(help: "Write the body byte for byte as it comes in, for as long as it does.")
  var stream = false

  @Flag(help: "Write the events of a stream of events (SSE), and connect again when it breaks.")
  var events = false

  @Option(
    help: ArgumentHelp(
      "In UTF-8, as JSON with one member a line, or byte for byte; text on a terminal, otherwise raw.",
      valueName: "text|json|raw"
    )
  )
  var format: OutputFormat?

  @Option(help: "How to call.")
  var style: CallingStyle = .async

  @Flag(help: "Print on stderr what happens.")
  var verbose = false

  @Flag(help: "Print on stderr what the exchange cost.")
  var metrics = false

  /// How the body is written: for people on a terminal, byte for byte otherwise, unless something is named.
  func format(for output: AnswerOutput) -> OutputFormat { format ?? (output.isTerminal ? .text : .raw) }

  /// Whether the answer is written as it comes, and is never in memory as a whole.
  func isStream(to output: AnswerOutput, over transport: TransportChoice) -> Bool {
    // The other ways to call, and the other transport, hand bodies over whole.
    stream || isDownload || format(for: output) == .raw && style == .async && transport == .curl
  }

  /// Whether what is shown is how far the output file is.
  var isDownload: Bool { resume || progress && output != nil }

  /// Whether what is shown is how much of the body was sent.
  var isUpload: Bool { progress && output == nil }

  func validate() throws {
    let modes = [("--resume", resume), ("--progress", progress), ("--stream", stream), ("--events", events)]
    guard let mode = modes.first(where: \.1)?.0 else { return }
    if resume, output == nil { throw ValidationError("\(mode) is for a download: name its file with --output") }
    let others = [
      ("--stream", stream && (resume || progress)), ("--events", events && (stream || resume || progress)),
      ("--output", output != nil && !isDownload), ("--include", include && !stream && !isUpload),
      ("--format json", format == .json && !events && !isUpload),
      ("--metrics", metrics && !stream && !isUpload), ("--style \(style)", style != .async),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw ValidationError("\(mode) and \(other) do not go together; choose one")
    }
  }
}
