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
        resource send GET cities --service resorts --query prefix=Z
        resource send POST '/adapters/Users/{name}' --path name=Ann --form age=31
        resource send GET /adapters/JavaScriptAdapter/add --param 1 --param 2.5
        resource send PUT https://example.org/notes/1 --json @note.json
        resource send GET https://example.org/film.mp4 --output film.mp4 --resume
        resource send GET https://example.org/prices --events
        resource send POST https://example.org/photos --multipart photo=@beach.jpg
        resource send GET https://example.org/private --user ann
      """
  )

  @OptionGroup var options: RequestOptions

  @OptionGroup(title: "Answer") var answer: AnswerOptions

  func validate() throws {
    if answer.isUpload, options.body.option == nil {
      throw ValidationError("--progress: name the file of a download with --output, or a body to send")
    }
  }

  func run() async throws {
    try await reporting {
      var (request, configuration) = try options.prepare()
      let output = try AnswerOutput(answer.output)
      let client = try makeClient(for: &request, &configuration)
      if answer.isDownload { return try await download(request, to: output, with: client) }
      if answer.stream { return try await stream(request, with: client) }
      if answer.events { return try await events(request, with: client) }
      let response = try await exchange(request, with: client)
      var (body, warning) = answer.format.render(response)
      if answer.include { body = Data(response.headText.utf8) + body }
      try output.write(body)
      tellPeople(response.status, body, output)
      if let warning { Console.standardError.write("resource: \(warning)") }
      if answer.metrics { Console.standardError.write("\(MetricsTable(metrics: response.metrics))") }
      return ExitStatus(response.status)
    }
  }

  /// Says on a terminal what can be seen in a script: that a line has no end, and that the answer is no success.
  private func tellPeople(_ status: Status, _ body: Data, _ output: AnswerOutput) {
    if output == .standardOutput, Console.standardOutput.isTerminal, let last = body.last, last != 0x0A {
      Console.standardOutput.write("")
    }
    let console = Console.standardError
    if console.isTerminal, !status.isSuccessful { console.write("\(console.red("resource:")) \(status)") }
  }

  private func exchange(_ request: ResourceRequest, with client: ResourceClient) async throws -> ResourceResponse {
    guard answer.isUpload else { return try await answer.style.send(request, with: client) }
    let display = ProgressDisplay(on: .standardError, sharesConsole: answer.verbose)
    defer { display.end() }
    return try await client.send(request, uploadProgress: display.reporter)
  }

  /// The client that sends a request, with whatever shows who asks.
  private func makeClient(
    for request: inout ResourceRequest,
    _ configuration: inout ResourceConfiguration
  ) throws -> ResourceClient {
    let transport = options.transport.make()
    try options.serveAddress(of: &request, in: &configuration, over: transport)
    let environment = RequestEnvironment(observer: answer.verbose ? EventPrinter.standardError : nil)
    let fetching = ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(environment: environment)
    )
    let authorization = try options.makeAuthorization(request, with: fetching)
    return ResourceClient(
      configuration: configuration,
      transport: transport,
      options: ClientOptions(
        authorization: authorization,
        cookies: try options.makeCookies(),
        environment: environment
      )
    )
  }
}
