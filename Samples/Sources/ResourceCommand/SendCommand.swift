// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource send`: sends one request and writes the response's body to stdout, everything else to stderr.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send",
    abstract: "Sends a request and writes the body of the response to stdout.",
    discussion: """
      On a terminal, JSON is indented and coloured, text is converted to UTF-8, and binary data is refused. Pipes and \
      files get the bytes of the body unchanged, however many there are, unless --format says otherwise. --output writes \
      a file only for a 2xx response, and replaces the previous file when the body is complete. For an option that takes \
      @FILE, @- reads standard input.

      Examples:
        resource https://example.org/ --include
        resource POST https://example.org/notes title=Milk done:=false lang==en
        resource GET https://example.org/photo.jpg --output photo.jpg
        resource GET cities --service resorts --query prefix=Z
        resource POST '/adapters/Users/{name}' --path name=Ann --form age=31
        resource GET /adapters/JavaScriptAdapter/add --param 1 --param 2.5
        resource PUT https://example.org/notes/1 --json @note.json
        resource GET https://example.org/film.mp4 --output film.mp4 --resume
        resource -Z --download https://example.org/a.iso https://example.org/b.iso
        resource POST https://example.org/films --upload film.mp4 --resume
        resource GET https://example.org/prices --events
        resource POST https://example.org/photos --multipart photo=@beach.jpg
        resource GET https://example.org/private --user ann
        resource GET https://example.org/ --cache ~/.cache/resource --verbose

      \(ExitStatus.help)
      """
  )

  @OptionGroup var options: RequestOptions

  @OptionGroup(title: "Response") var answer: AnswerOptions

  @Option(
    help: ArgumentHelp(
      """
      Write every exchange of the call, redirects and retries included, to a file as HAR 1.2, which browsers show. Secrets \
      are taken out, and of bodies only JSON and forms are kept.
      """,
      valueName: "file"
    )
  )
  var har: String?

  @Flag(name: [.customShort("Z"), .customLong("parallel")], help: "Send the requests of several URLs side by side.")
  var parallel = false

  /// Whether it is the command of one URL among several.
  @TaskLocal static var isOneOfSeveral = false

  /// Whether `--resume` applies to the upload rather than to the output file.
  var resumesUpload: Bool { answer.resume && options.body.upload != nil }

  func validate() throws {
    try answer.checkModes(resumesUpload: resumesUpload)
    try checkUpload()
    let readers = options.standardInputOptions + (answer.writeOut == "@-" ? ["--write-out"] : [])
    if readers.count > 1 {
      throw ValidationError("\(readers.joined(separator: " and ")): standard input can be read once")
    }
    if let pages = answer.pages {
      guard (1...10_000).contains(pages) else { throw ValidationError("--pages is a number from 1 to 10000") }
      let others = [
        ("--resume", answer.resume), ("--events", answer.events), ("--stream", answer.stream),
        ("--download", answer.download),
        ("--progress", answer.progress), ("--remote-header-name", answer.remoteHeaderName),
        ("--etag-save", answer.etagSave != nil), ("--style", answer.style != .async),
      ]
      if let other = others.first(where: \.1)?.0 {
        throw ValidationError("--pages and \(other) do not go together; choose one")
      }
    }
    if answer.remoteHeaderName, !answer.remoteName { throw ValidationError("--remote-header-name: add -O") }
    if answer.remoteHeaderName, answer.resume { throw ValidationError("--remote-header-name and --resume: choose one") }
    if answer.resume, options.range != nil { throw ValidationError("--resume and --range: choose one") }
    if let mode = answer.resume ? "--resume" : answer.events ? "--events" : nil,
      let option = options.conditions.option ?? answer.etagSave.map({ _ in "--etag-save" })
    {
      throw ValidationError("\(mode) and \(option): choose one")
    }
    try checkFiles()
    if answer.isUpload, !resumesUpload, options.body.option == nil,
      (try? options.parsedWords())?.items.contains(where: \.isBody) != true
    {
      throw ValidationError("--progress: name the file of a download with --output, or a body to send")
    }
  }

  /// Files that are written at the end of a call would replace one another.
  private func checkFiles() throws {
    let files = [
      ("--output", answer.output), ("--etag-save", answer.etagSave), ("--cookie-jar", options.cookieJar),
      ("--har", har),
    ].compactMap { name, path in path.map { (name, URL(filePath: $0).standardizedFileURL.path) } }
    for (index, one) in files.enumerated() where !one.1.hasPrefix("/dev/") {
      if let other = files[..<index].first(where: { $0.1.utf8.elementsEqual(one.1.utf8) }) {
        throw ValidationError("\(other.0) and \(one.0): name two files")
      }
    }
  }

  mutating func run() async throws {
    let silent = answer.silent
    let namesFile = answer.output != nil || answer.remoteName
    if options.asksForHead || options.namesHead && !namesFile { answer.include = true }
    try answerOutput()
    // Once more with the name that a URL gives.
    try checkFiles()
    let command = self
    let printer: EventPrinter? = answer.verbose ? .onStandardError() : measures ? .silent() : nil
    try await EventPrinter.$own.withValue(printer) {
      try await WrongPart.$isAsked.withValue(options.range != nil) {
        try await reporting(silently: silent) { try await command.exchange() }
      }
    }
  }

  /// The file of the body; `nil` for none, or where the server names it.
  func namedFile() throws -> String? {
    guard !answer.remoteHeaderName else { return nil }
    var command = self
    try command.answerOutput()
    return command.answer.output
  }

  /// Whether what is sent and received is counted.
  private var measures: Bool {
    answer.writeOut != nil || answer.metrics || options.body.upload != nil && !resumesUpload
  }

  private mutating func answerOutput() throws {
    do { try answer.nameOutput(for: try options.expandedTarget()) } catch { throw ValidationError("\(error)") }
  }

  /// Sends the request and writes the `--har` file, also for a call that failed.
  private func exchange() async throws -> ExitStatus {
    let har = try HARFile(har)
    let status: ExitStatus
    do {
      status = try await exchange(recordedBy: har?.recorder)
    } catch {
      // The call's own error decides the exit status. A call that sent nothing leaves the file unchanged.
      if let har, har.recorder.count > 0 {
        do { try har.write() } catch { report(error) }
      }
      throw error
    }
    try har?.write()
    return status
  }

  private func exchange(recordedBy recorder: FlightRecorder?) async throws -> ExitStatus {
    var (request, configuration) = try options.prepare(for: answer.output)
    let left = options.connectionFields
    if !left.isEmpty, !answer.silent {
      Console.standardError.write(
        "resource: --header: \(left.joined(separator: ", ")) \(left.count == 1 ? "is" : "are") ignored: the client sets "
          + (left.count == 1 ? "it" : "them")
      )
    }
    // Where the server names the file, what has the URL's name is neither replaced nor a model for permissions.
    let output = try AnswerOutput(answer.remoteHeaderName ? "./.resource-\(getpid())" : answer.output)
    _ = try AnswerOutput(answer.etagSave, of: "--etag-save")
    let witness = VersionWitness()
    let client = try options.makeClient(
      for: &request,
      &configuration,
      middleware: [witness],
      printer: EventPrinter.own,
      recorder: recorder
    )
    let status: ExitStatus
    let start = ContinuousClock.now
    do {
      status = try await send(request, to: output, with: client, witness)
    } catch {
      let broken = error as? BrokenBody
      guard let facts = broken?.facts ?? (error as? ResourceError).map({ .init($0, of: request, in: .now - start) })
      else { throw error }
      do { try options.keepCookies(of: client) } catch { report(error) }
      try tellCost(of: facts)
      guard let error = broken?.error as? ResourceError ?? error as? ResourceError else { throw broken?.error ?? error }
      let note = LimitNote(error, of: request, by: options, with: client)
      let other = uploadNote(error)?.text ?? streamNote(error, output) ?? resumeNote(error, facts.status, output)
      throw note?.adding(other) ?? other.map { LimitNote(error: error, text: $0) } ?? error as any Error
    }
    // Lets the cache finish storing before the process ends; nobody waits for a hedge that has lost.
    if Self.caches(configuration) { await client.drain(within: .seconds(5)) }
    try options.keepCookies(of: client)
    return status
  }

  /// How to see a body that takes longer than a call may; `nil` for another error.
  private func streamNote(_ error: ResourceError, _ output: AnswerOutput) -> String? {
    let isCollected = !answer.isStream(to: output, over: options.transport) && !answer.events
    guard isCollected, error.code == .deadlineExceeded, error.attempts.last?.phase == .receiving else { return nil }
    return "write --stream to get the body as it comes"
  }

  private static func caches(_ configuration: ResourceConfiguration) -> Bool {
    let settings = [configuration.defaults, configuration.gateway?.settings].compactMap(\.self)
    return (settings + configuration.services.map(\.settings)).contains { $0.cache?.isEnabled == true }
  }

  /// Reports an error beside the one that decides the exit status.
  private func report(_ error: any Error) {
    let console = Console.standardError
    if !answer.silent { console.write("\(console.red("resource:")) \(console.shown("\(error)"))") }
  }

  private func send(
    _ request: ResourceRequest,
    to output: AnswerOutput,
    with client: ResourceClient,
    _ witness: VersionWitness
  ) async throws -> ExitStatus {
    if answer.resume, !resumesUpload { return try await download(request, to: output, with: client) }
    if answer.events { return try await events(request, with: client) }
    if let limit = answer.pages {
      guard let time = options.timeout else { return try await pages(request, atMost: limit, to: output, with: client) }
      // The time limit is that of all pages.
      return try await ResourceDeadline.with(time) {
        try await pages(request, atMost: limit, to: output, with: client)
      }
    }
    if !resumesUpload, answer.isStream(to: output, over: options.transport) {
      return try await stream(request, to: output, with: client) { witness.version }
    }
    let writer = try await output.open(within: options.timeout)
    let start = ContinuousClock.now
    let response = try await exchange(request, with: client)
    let facts = WriteOut.Facts(response, of: request, in: .now - start)
    guard writes(response.status, response.headers, to: output, of: request) else {
      try writeHead(of: response, to: output, writer)
      let status = refuse(
        response.status,
        response.headers,
        to: request,
        at: response.url,
        Console.standardError.isTerminal ? response : nil
      )
      try await keepTag(ofUnwritten: response.headers, response.status, of: request)
      try tellCost(of: facts)
      return status
    }
    let (body, warning) = try BrokenBody.told(by: facts) {
      try answer.rename(writer, by: response.headers)
      let (body, warning) = try rendered(response, for: output)
      try writer.write(body)
      try writer.finish()
      return (body, warning)
    }
    try await answer.keepTag(of: response.headers, response.status, of: request)
    try tellPeople(response.status, to: request, at: response.url, body.last, writer)
    if let warning, !answer.silent { Console.standardError.write("resource: \(Console.standardError.shown(warning))") }
    try tellCost(of: facts)
    return ExitStatus(response.status, of: request)
  }

  /// What is written of a response, with its head for `--include`, and what to warn of.
  func rendered(_ response: ResourceResponse, for output: AnswerOutput) throws -> (body: Data, warning: String?) {
    var (body, warning) = try answer.format(for: output).render(
      response,
      on: .standardOutput,
      isTerminal: output.isTerminal
    )
    if answer.include { body = Data(output.shown(response.headText).utf8) + body }
    return (body, warning)
  }

  private func exchange(_ request: ResourceRequest, with client: ResourceClient) async throws -> ResourceResponse {
    if resumesUpload { return try await upload(request, with: client) }
    guard answer.isUpload else { return try await answer.style.send(request, with: client) }
    let display = ProgressDisplay(on: .standardError, sharesConsole: answer.verbose)
    defer { display.end() }
    return try await client.send(request, uploadProgress: display.reporter)
  }
}
