// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit
import Synchronization

/// The options for sending a request and showing its response; `explain` accepts and ignores them.
struct AnswerOptions: ParsableArguments {
  @Flag(
    name: [.customShort("i"), .customLong("include")],
    help: "Write status line and header fields before the body."
  )
  var include = false

  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    parsing: .singleValue,
    help: ArgumentHelp("Write a 2xx response to a file instead of stdout; - is stdout.", valueName: "file")
  )
  private var outputs: [String] = []

  @Flag(
    name: [.customShort("O"), .customLong("remote-name")],
    help: "Like --output, with a file in the current folder named by the last part of the URL's path."
  )
  private var remoteNameFlag = false

  @Flag(
    name: [.customShort("J"), .customLong("remote-header-name")],
    help:
      "With -O: the name that the server gives the file (Content-Disposition), if it gives one; never replaces a file."
  )
  private var remoteHeaderNameFlag = false

  @Flag(help: "Save the file under the server's name for it and show the progress: -O -J --progress.")
  var download = false

  @Option(
    help: ArgumentHelp(
      "Follow the links to the next page (Link: rel=next), and write that many pages, one after the other.",
      valueName: "n"
    )
  )
  var pages: Int?

  @Flag(
    name: [.customShort("f"), .customLong("fail")],
    help: "Leave out the body of an unsuccessful response; the exit status shows the failure in any case."
  )
  var fail = false

  @Flag(help: "Write the body of an unsuccessful response to the output file too.")
  var outputErrors = false

  @Option(
    help: ArgumentHelp(
      "Write the entity tag of the response to a file, for --etag-compare the next time.",
      valueName: "file"
    ),
    completion: .file()
  )
  var etagSave: String?

  @Flag(
    name: .customLong("resume"),
    help: """
      Keep what arrived of the output file when a GET fails and the server sends a strong ETag, and ask for the rest the \
      next time. With --upload FILE: ask the server what it has after an interruption, and send the rest, later too.
      """
  )
  var resumeFlag = false

  @OptionGroup var upload: UploadFlags

  @Flag(
    name: .customLong("progress"),
    help: "Show the progress of the download on stderr; without an output file, that of the upload."
  )
  private var progressFlag = false

  @Flag(help: "Write the body while it arrives, byte for byte (on a terminal only with --format raw).")
  var stream = false

  @Flag(help: "Write server-sent events, and reconnect when the stream breaks.")
  var events = false

  @Option(
    help: ArgumentHelp(
      "auto: on a terminal JSON is indented and text converted to UTF-8, elsewhere raw. raw: byte for byte.",
      valueName: "auto|text|json|raw"
    )
  )
  var format: OutputFormat = .auto

  @Option(help: "The way the SDK is called.")
  var style: CallingStyle = .async

  @Flag(name: [.customShort("s"), .customLong("silent")], help: "Write no errors; only the exit status shows them.")
  var hidesErrors = false

  @Flag(name: [.customShort("S"), .customLong("show-error")], help: "Write errors also with --silent, as curl does.")
  var showsErrors = false

  @Flag(
    name: [.customShort("v"), .customLong("verbose")],
    help: "Print the exchange on stderr: fields without secrets, and the times of every attempt."
  )
  var verbose = false

  @Flag(help: "Print sizes and times of the exchange on stderr.")
  var metrics = false

  @Option(
    name: [.customShort("w", allowingJoined: true), .customLong("write-out")],
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print a text after the body, with most of curl's variables: '%{http_code}\\n', %{json}; or @FILE with it.",
      valueName: "format"
    )
  )
  var writeOut: String?

  /// Whether the file is named by the URL.
  var remoteName: Bool { remoteNameFlag || download }

  /// Whether the file is named by the response.
  var remoteHeaderName: Bool { remoteHeaderNameFlag || download }

  /// Whether the progress is shown.
  var progress: Bool { progressFlag || download && !silent }

  /// The file of `--output`; `nil` for none.
  var output: String? {
    get { outputs.last }
    set { outputs = newValue.map { [$0] } ?? [] }
  }

  /// The options of one of several requests, of which each has its own file.
  func share(_ number: Int, of count: Int) throws -> AnswerOptions {
    var share = self
    guard outputs.count > 0 else { return share }
    guard outputs.count == count else {
      throw ValidationError("\(count) URLs and \(outputs.count) × --output; name a file for each, or write -O")
    }
    share.outputs = [outputs[number]]
    return share
  }

  /// The output format of the body: `auto` formats for a terminal only; pipes and files get the bytes.
  func format(for output: AnswerOutput) -> OutputFormat { format == .auto && !output.isTerminal ? .raw : format }

  /// Whether the body is written as it arrives, without holding all of it in memory.
  func isStream(to output: AnswerOutput, over transport: TransportName) -> Bool {
    // The other calling styles and the other transport deliver whole bodies.
    stream || isDownload || format(for: output) == .raw && style == .async && transport.streams
  }

  /// Whether an interrupted transfer is continued.
  var resume: Bool { resumeFlag || upload.start != nil }

  /// Whether the progress shown is the download's.
  var isDownload: Bool { progress && namesOutput }

  /// Whether the progress shown is the upload's.
  var isUpload: Bool { progress && !namesOutput }

  private var namesOutput: Bool { output != nil || remoteName }

  /// Whether errors are reported by the exit status alone.
  var silent: Bool { hidesErrors && !showsErrors }

  /// Whether a response's body is written to the output.
  func writes(_ status: Status, _ headers: Headers, to output: AnswerOutput, of request: ResourceRequest) -> Bool {
    guard WrongPart.reason(status, headers, of: request) == nil else { return false }
    return status.isSuccessful || outputErrors || output == .standardOutput && !fail
  }

  /// Names the output file after the last path segment of the target.
  ///
  /// - Throws: ``InputError`` if the target has no usable last segment.
  mutating func nameOutput(for target: String) throws {
    guard remoteName else { return }
    let authority = target.utf8.firstRange(of: "://".utf8).map { target.utf8[$0.upperBound...] } ?? target.utf8[...]
    let path = authority.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // A path below a service has a name without a slash before it; a host has none.
    let isNamed = segments.count > 1 || authority.startIndex == target.startIndex
    let name = isNamed ? segments.last.map { String(decoding: $0, as: UTF8.self) } ?? "" : ""
    guard !["", ".", ".."].contains(name), !name.utf8.contains(0) else {
      // The server may have a name for it.
      guard !remoteHeaderName else { return output = "./download" }
      throw InputError("--remote-name: the URL ends with no name; write --output FILE, or add -J for the server's name")
    }
    output = "./\(name)"
  }

  /// Gives the output file the name that the server has for it.
  ///
  /// - Returns: the name of the file, for `--remote-header-name`.
  /// - Throws: ``InputError`` if there is such a file already.
  @discardableResult
  func rename(_ writer: AnswerWriter, by headers: Headers) throws -> String? {
    guard remoteHeaderName else { return nil }
    let name = RemoteFileName(headers)?.text
    // Told before the body comes; what is made meanwhile is kept at the end.
    var facts = stat()
    if let place = name.map({ "./\($0)" }) ?? output, lstat(place, &facts) == 0 {
      throw InputError(
        "\"\((name ?? place).controlsWrittenOut)\" already exists; remove it, or name the file with --output",
        status: .output
      )
    }
    writer.name(name.map { "./\($0)" } ?? output)
    return name ?? output
  }

  /// Writes the entity tag of a response to the `--etag-save` file, after the body has been written completely.
  ///
  /// A tag written earlier would suppress the next request for a body that broke off. A successful response without a
  /// tag empties the file; any other response leaves it unchanged.
  ///
  /// - Throws: ``InputError`` if the file cannot be written.
  func keepTag(of headers: Headers, _ status: Status, of request: ResourceRequest) async throws {
    guard WrongPart.reason(status, headers, of: request) == nil else { return }
    let tag = headers["ETag"].flatMap { EntityTag($0) }
    guard let etagSave, status.isSuccessful || status.code == 304 && tag != nil else { return }
    let writer = try await AnswerOutput(etagSave, of: "--etag-save").open(for: "--etag-save: the tag")
    try writer.write(Data((tag.map { "\($0)\n" } ?? "").utf8))
    try writer.finish()
  }

  /// Reads the text to write after the body; `nil` without `--write-out`.
  ///
  /// - Throws: ``InputError`` for a file that cannot be read, or an unknown variable.
  func makeWriteOut() throws -> WriteOut? {
    try writeOut.map { text in
      let format = try Self.formats.withLock { formats in
        let format = try formats[text] ?? BodyOptions.text(text, of: "--write-out")
        formats[text] = format
        return format
      }
      let file = remoteName ? output.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 } : output
      return try WriteOut(format, file: file, isNamedByHeader: remoteHeaderName)
    }
  }

  /// The formats, each read once, as a pipe can be: they are checked before the request and used after it.
  private static let formats = Mutex<[String: String]>([:])

  func validate() throws {
    do { _ = try makeWriteOut() } catch let error as InputError { throw ValidationError(error.description) }
    if outputs.count > 1, !RequestWords.allowsSeveral {
      throw ValidationError("--output is there twice: a request has one response; name one file")
    }
    if fail, outputErrors { throw ValidationError("--fail and --output-errors: choose one") }
    if remoteName, output != nil {
      throw ValidationError("\(download ? "--download" : "--remote-name") and --output: choose one")
    }
    if outputErrors, !namesOutput { throw ValidationError("--output-errors: name the file with --output") }
  }

  /// Rejects options that cannot be combined.
  ///
  /// - Parameter resumesUpload: whether `--resume` applies to the upload.
  /// - Throws: `ValidationError`.
  func checkModes(resumesUpload: Bool) throws {
    if case .byte(let number)? = upload.start, !resumesUpload {
      throw ValidationError(
        "--continue-at \(number) is for --upload FILE; a download continues with --continue-at -, and "
          + "--range \(number)- asks for a part"
      )
    }
    if let option = upload.option, !resumesUpload {
      throw ValidationError("\(option) is for an upload: name its file with --upload FILE, and write --resume")
    }
    let resume = resume && !resumesUpload
    if outputErrors, resume { throw ValidationError("--output-errors and --resume: choose one") }
    let modes = [("--resume", resume), ("--progress", progress), ("--stream", stream), ("--events", events)]
    guard let mode = modes.first(where: \.1)?.0 else { return }
    if resume, !namesOutput {
      throw ValidationError("--resume: name the file of a download with --output, or that of an upload with --upload")
    }
    let others = [
      ("--stream", stream && (resume || progress)), ("--events", events && (stream || resume || progress)),
      ("--output", namesOutput && !resume && !isDownload), ("--include", include && !stream && !isUpload),
      ("--write-out", writeOut != nil && !stream && !isUpload && !resume && !isDownload),
      ("--format json", format == .json && !events && !isUpload),
      ("--metrics", metrics && !stream && !isUpload), ("--style \(style)", style != .async),
    ]
    if let other = others.first(where: \.1)?.0 {
      throw ValidationError("\(mode) and \(other) do not go together; choose one")
    }
  }
}
