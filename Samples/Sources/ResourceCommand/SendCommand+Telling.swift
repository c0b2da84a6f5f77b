// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// What is said of a response beside its body.
extension SendCommand {
  /// Prints the trailers and the times of each attempt for `--verbose`, the exchange's metrics for `--metrics`, and the
  /// text of `--write-out`.
  ///
  /// - Throws: ``InputError`` if the text cannot be written.
  func tellCost(of facts: WriteOut.Facts) throws {
    var facts = facts
    facts.isInParts = resumesUpload
    let console = Console.standardError
    if answer.verbose, !facts.trailers.isEmpty {
      console.write(console.dim(console.shown(facts.trailers.map { "< \($0)" }.joined(separator: "\n"))))
    }
    if answer.verbose, !facts.attempts.isEmpty {
      let table = AttemptsTable(
        attempts: facts.attempts,
        observed: facts.observed,
        hasFailed: facts.failure != nil
      )
      console.write(console.dim(console.shown(table.text(columns: console.isTerminal ? console.width : nil))))
    }
    if !answer.silent, let cut = facts.cutBody {
      let (sent, length) = (ProgressText.size(Double(cut.sent)), ProgressText.size(Double(cut.length)))
      console.write("resource: the server answered before it had the whole body: \(sent) of \(length) were sent")
    }
    if answer.metrics, facts.status != nil {
      console.write("\(MetricsTable(metrics: facts.metrics, isMeasured: facts.isMeasured))")
    }
    let isTerminal = (output: isatty(1) == 1, errors: isatty(2) == 1)
    for part in try answer.makeWriteOut()?.output(for: facts, isTerminal: isTerminal) ?? [] {
      let data = Data(part.text.utf8)
      if part.isError {
        try? Descriptor.standardError.write(data)
      } else {
        try AnswerWriter.standardOutput.write(data)
      }
    }
  }

  /// Whether a response's body is written to the output.
  func writes(_ status: Status, _ headers: Headers, to output: AnswerOutput, of request: ResourceRequest) -> Bool {
    answer.writes(status, headers, to: output, of: request) && !options.conditions.isKnown(status, headers, of: request)
  }

  /// Writes the head, if `--include` asks for it, of a response whose body is left out.
  func writeHead(
    of response: ResourceResponse,
    behind last: UInt8? = nil,
    to output: AnswerOutput,
    _ writer: AnswerWriter
  ) throws {
    guard answer.include, output == .standardOutput else { return }
    if let last, last != 0x0A { try writer.write(Data("\n".utf8)) }
    try writer.write(Data(output.shown(response.headText).utf8))
    try writer.finish()
  }

  /// Keeps the tag of a response whose body is left out, unless the file has another body.
  func keepTag(ofUnwritten headers: Headers, _ status: Status, of request: ResourceRequest) async throws {
    guard !options.conditions.isKnown(status, headers, of: request) else { return }
    try await answer.keepTag(of: headers, status, of: request)
  }

  /// Shows the body of an unsuccessful response and says that the output file is unchanged.
  ///
  /// If a conditional request finds nothing new, only says so on a terminal.
  func refuse(
    _ status: Status,
    _ headers: Headers,
    to request: ResourceRequest,
    at url: ResourceURL,
    _ page: ResourceResponse?
  ) -> ExitStatus {
    let console = Console.standardError
    let whose = Self.whose(request, url)
    let file = answer.output.flatMap { ["/dev/null", "-"].contains($0) ? nil : $0 }
    let note = file.map { "; nothing is written to \($0)" } ?? ""
    if let reason = WrongPart.reason(status, headers, of: request) {
      if !answer.silent {
        console.write("\(console.red("resource:")) \(status)\(whose): \(console.shown(reason))\(note)")
      }
      return .unsuccessfulAnswer
    }
    if ExitStatus(status, of: request) == .success {
      if console.isTerminal, !answer.silent { console.write("\(status); \(file ?? "the output") is kept") }
      return .success
    }
    if answer.silent { return .unsuccessfulAnswer }
    if !answer.fail, let page, !page.data.isEmpty, let shown = try? TerminalBody(page).text(on: console) {
      console.write(shown.hasSuffix("\n") ? String(shown.dropLast()) : shown)
    }
    console.write("\(console.red("resource:")) \(status)\(whose)\(note)")
    return .unsuccessfulAnswer
  }

  /// Ends the last line and reports an unsuccessful status, both on a terminal only; the status elsewhere too, if there
  /// is nothing else to see.
  func tellPeople(
    _ status: Status,
    to request: ResourceRequest,
    at url: ResourceURL,
    _ last: UInt8?,
    _ writer: AnswerWriter
  ) throws {
    if writer.isTerminal, let last, last != 0x0A { try writer.write(Data("\n".utf8)) }
    let console = Console.standardError
    let showsNothing = last == nil && !answer.include && ExitStatus(status, of: request) != .success
    if console.isTerminal || showsNothing, !answer.silent, !status.isSuccessful {
      console.write("\(console.red("resource:")) \(status)\(Self.whose(request, url))")
    }
  }

  /// The request that a status belongs to, where there are several.
  private static func whose(_ request: ResourceRequest, _ url: ResourceURL) -> String {
    isOneOfSeveral ? " (\(request.method) \(url))" : ""
  }
}
