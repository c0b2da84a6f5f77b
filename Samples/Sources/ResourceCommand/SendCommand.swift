// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// `resource send`: sends one request; the body of its answer is on stdout, everything else on stderr.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a request and writes the body of its answer to stdout.",
    discussion: """
      Examples:
        resource send GET https://example.org/ --include
        resource send GET cities --service resorts --query prefix=Z --format json
        resource send POST '/adapters/Users/{name}' --path name=Ann --form height=175 --header 'birthdate: 2015-06-06'
        resource send GET /adapters/JavaScriptAdapter/add --param 1 --param 2.5
        resource send PUT https://example.org/notes/1 --json @note.json --timeout 3s --metrics
      """
  )

  @OptionGroup var options: RequestOptions

  @Flag(help: "Write status line and header fields before the body.")
  var include = false

  @Option(help: ArgumentHelp("Where the answer goes instead of stdout.", valueName: "file"))
  var output: String?

  @Option(help: "text (in UTF-8), json (one member a line) or raw (the bytes).")
  var format: OutputFormat = .text

  @Option(help: "How to call: async, sync, callback or delegate.")
  var style: CallingStyle = .async

  @Flag(help: "Print on stderr what happens.")
  var verbose = false

  @Flag(help: "Print on stderr what the exchange cost.")
  var metrics = false

  func run() async throws {
    try await reporting {
      let request = try options.makeRequest()
      let output = try AnswerOutput(output)
      let response = try await style.send(request, with: try makeClient())
      var (body, warning) = format.render(response)
      if include { body = Data(response.headText.utf8) + body }
      try output.write(body)
      if let warning { Console.standardError.write("resource: \(warning)") }
      if metrics { Console.standardError.write("\(MetricsTable(metrics: response.metrics))") }
      return ExitStatus(response.status)
    }
  }

  private func makeClient() throws -> ResourceClient {
    let printer = verbose ? EventPrinter { Console.standardError.write(Console.standardError.dim($0)) } : nil
    return ResourceClient(
      configuration: try options.makeConfiguration(),
      transport: options.transport.make(),
      options: ClientOptions(environment: RequestEnvironment(observer: printer))
    )
  }
}
