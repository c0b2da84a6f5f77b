// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource bench`: sends one request repeatedly and reports how long the calls took.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Sends a request again and again, and shows percentiles of the time and errors by code.",
    discussion: """
      Calls go through the same configuration and policies as those of send. With --rate, calls begin at that rate, \
      whether or not earlier ones have ended, and the time of each counts from when it was due; with --concurrency, each caller \
      waits for its previous call to end. Times include retries. Errors are calls without a 2xx response, shown by status or \
      error code.

      Ctrl-C ends it and shows the numbers so far, without the calls that were in flight.

      Exit status: 0; 1 if a --fail-if condition is true; 130 after Ctrl-C.

      Examples:
        resource bench https://example.org/ --concurrency 20 --duration 30s
        resource bench GET cities --service resorts --rate 200 --fail-if 'p99>50ms' --fail-if 'errors>1%'
      """
  )

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of calls that begin in a second.", valueName: "n"))
  var rate: Double?

  @Option(parsing: .unconditional, help: ArgumentHelp("The number of concurrent callers; default: 10.", valueName: "n"))
  var concurrency: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The time during which calls begin.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var duration: Duration = .seconds(10)

  @Option(
    help: ArgumentHelp(
      "A condition that fails the benchmark: 'p99>50ms', 'errors>1%', 'rate<500'.",
      valueName: "bound"
    ),
    transform: BenchCondition.init
  )
  var failIf: [BenchCondition] = []

  @Flag(name: .customLong("as-json"), help: "Write the numbers as JSON.")
  var asJSON = false

  @OptionGroup var options: RequestOptions

  func validate() throws {
    if rate != nil, concurrency != nil { throw ValidationError("--rate and --concurrency: choose one") }
    if let rate, !(0.01...1_000_000).contains(rate) { throw ValidationError("--rate is a number from 0.01 to 1000000") }
    if let concurrency, !(1...10_000).contains(concurrency) {
      throw ValidationError("--concurrency is a number from 1 to 10000")
    }
    if options.body.upload == "-" { throw ValidationError("--upload -: standard input can be sent once") }
  }

  func run() async throws {
    try await reporting {
      var (request, configuration) = try options.prepare()
      let client = try options.makeClient(for: &request, &configuration)
      // Reports an error in the request once, instead of ten thousand times.
      _ = try client.resolve(request)
      let shape =
        rate.map { BenchLoad.Shape.open(rate: $0, mostInFlight: 10_000) } ?? .closed(callers: concurrency ?? 10)
      let load = BenchLoad(client: client, request: request, shape: shape, time: duration)
      let (summary, isInterrupted) = await Interruption.watching { await load.run() }
      let text = asJSON ? summary.json.text(.pretty) : summary.text
      try AnswerWriter.standardOutput.write(Data((text + "\n").utf8))
      let failed = failIf.filter { $0.holds(for: summary) }
      for condition in failed {
        let fact = "--fail-if \(condition.text): it was \(condition.found(in: summary))"
        Console.standardError.write("\(Console.standardError.red("resource:")) \(fact)")
      }
      if isInterrupted { return .interrupted }
      return failed.isEmpty ? .success : .unsuccessfulAnswer
    }
  }
}
