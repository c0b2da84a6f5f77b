// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource top`: shows the status of a program's client repeatedly.
struct TopCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Shows the status of a program's client again and again.",
    discussion: """
      For programs that serve their client's status, as the sample service does at /status. Ctrl-C ends it. If stdout is not \
      a terminal, it prints one table and ends.

      Example:
        resource top http://127.0.0.1:8090 --every 1s
      """
  )

  @Argument(help: ArgumentHelp("The URL of the status, with /status as the path if none is given.", valueName: "url"))
  var place: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time between updates.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var every: Duration = .seconds(2)

  func run() async throws {
    try await reporting {
      let source = try StatusSource(place)
      let console = Console.standardOutput
      guard console.isTerminal else {
        try AnswerWriter.standardOutput.write(try await source.status().text(columns: 100))
        return .success
      }
      let screen = TopScreen(title: source.name)
      var last: (attempts: Double, moment: ContinuousClock.Instant)?
      // An error on the first reading ends the command; later ones are shown.
      var shown = try await source.status()
      var trouble: String?
      while true {
        let now = ContinuousClock.now
        let attempts = shown.services.reduce(0.0) { $0 + Double($1.totals.all) }
        let rate = last.map { (attempts - $0.attempts) / ($0.moment.duration(to: now) / .seconds(1)) }
        if trouble == nil { last = (attempts, now) }
        try AnswerWriter.standardOutput.write(
          Data(
            screen.text(shown, rate: trouble == nil ? rate : nil, trouble: trouble, console.width, console.height).utf8
          )
        )
        try await Task.sleep(for: every)
        do {
          shown = try await source.status()
          trouble = nil
        } catch let error as ResourceError {
          trouble = error.message
        }
      }
    }
  }
}
