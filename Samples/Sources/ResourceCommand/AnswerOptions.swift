// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser

/// What says how a request is sent and its answer shown; `explain` takes and ignores it.
struct AnswerOptions: ParsableArguments {
  @Flag(help: "Write status line and header fields before the body.")
  var include = false

  @Option(help: ArgumentHelp("Where the answer goes instead of stdout.", valueName: "file"))
  var output: String?

  @Flag(help: "Keep what came of the output file when a GET fails, and ask for the rest the next time.")
  var resume = false

  @Flag(help: "Show on stderr how far the output file is.")
  var progress = false

  @Option(help: "In UTF-8, as JSON with one member a line, or byte for byte.")
  var format: OutputFormat = .text

  @Option(help: "How to call.")
  var style: CallingStyle = .async

  @Flag(help: "Print on stderr what happens.")
  var verbose = false

  @Flag(help: "Print on stderr what the exchange cost.")
  var metrics = false

  /// Whether the answer goes to its file as it comes, and is never in memory as a whole.
  var isDownload: Bool { resume || progress }

  func validate() throws {
    guard isDownload else { return }
    let option = resume ? "--resume" : "--progress"
    if output == nil { throw ValidationError("\(option) is for a download: name its file with --output") }
    let others = [
      ("--include", include), ("--format json", format == .json), ("--metrics", metrics),
      ("--style \(style)", style != .async),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw ValidationError("\(option) and \(other): a download is the body, byte for byte; choose one")
    }
  }
}
