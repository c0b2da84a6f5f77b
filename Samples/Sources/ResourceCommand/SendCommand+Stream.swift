// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

extension SendCommand {
  /// The longest body of an unsuccessful response that is shown on a terminal, in bytes.
  private static var pageLimit: Int { 64 << 10 }

  /// Writes the body byte for byte as it arrives, whatever its size.
  func stream(
    _ request: ResourceRequest,
    to output: AnswerOutput,
    with client: ResourceClient,
    version: () -> ExchangeMetrics.HTTPVersion?
  ) async throws -> ExitStatus {
    let writer = try await output.open(within: options.timeout)
    let display = answer.progress ? ProgressDisplay(on: .standardError, sharesConsole: answer.verbose) : nil
    defer { display?.end() }
    let start = ContinuousClock.now
    let response = try await head(of: request, with: client, display)
    guard writes(response.status, response.head.headers, to: output, of: request) else {
      // Only the body is left out.
      if answer.include, output == .standardOutput {
        try writer.write(response.head.text(version()))
        try writer.finish()
      }
      let page = Console.standardError.isTerminal ? try? await response.collect(upTo: Self.pageLimit) : nil
      response.cancel()
      let status = refuse(response.status, response.head.headers, to: request, at: response.head.url, page)
      try await keepTag(ofUnwritten: response.head.headers, response.status, of: request)
      try tellCost(of: WriteOut.Facts(response, of: request, size: page?.data.count ?? 0, in: .now - start))
      return status
    }
    var size = 0
    let name: String?
    let last: UInt8?
    do {
      name = try answer.rename(writer, by: response.head.headers)
      if answer.include { try writer.write(response.head.text(version())) }
      last = try await copy(response, to: writer, answer.isDownload ? display : nil, &size)
    } catch {
      throw BrokenBody(error, WriteOut.Facts(response, of: request, size: size, in: .now - start)) ?? error
    }
    if answer.download, !answer.silent, let name {
      display?.end()
      Console.standardError.write(
        "saved as \((name.hasPrefix("./") ? String(name.dropFirst(2)) : name).controlsWrittenOut)"
      )
    }
    try await answer.keepTag(of: response.head.headers, response.status, of: request)
    try tellPeople(response.status, to: request, at: response.head.url, last, writer)
    try tellCost(of: WriteOut.Facts(response, of: request, size: size, in: .now - start))
    return ExitStatus(response.status, of: request)
  }

  private func head(
    of request: ResourceRequest,
    with client: ResourceClient,
    _ display: ProgressDisplay?
  ) async throws -> ResourceStream {
    var request = request
    if answer.isDownload {
      // The length of a compressed response is not known in advance.
      if options.compressed == nil, !request.headers.contains("Accept-Encoding") {
        request.headers["Accept-Encoding"] = "identity"
      }
      return try await client.stream(request)
    }
    guard let display else { return try await client.stream(request) }
    defer { display.end() }
    return try await client.stream(request, uploadProgress: display.reporter)
  }

  /// Writes a body and counts its bytes; returns the last.
  private func copy(
    _ response: ResourceStream,
    to writer: AnswerWriter,
    _ display: ProgressDisplay?,
    _ completed: inout Int
  ) async throws -> UInt8? {
    let total = response.head.headers.contains("Content-Encoding") ? nil : response.head.expectedLength
    var last: UInt8?
    // Bytes that control the terminal are for those who ask for them.
    var shown = writer.isTerminal && answer.format != .raw ? TerminalStream() : nil
    for try await chunk in response {
      if let text = shown?.shown(chunk) { try writer.write(Data(text.utf8)) } else { try writer.write(chunk) }
      completed += chunk.count
      last = chunk.last ?? last
      display?.advance(to: completed, of: total)
    }
    if let text = shown?.end() { try writer.write(Data(text.utf8)) }
    try writer.finish()
    display?.advance(to: completed, of: completed, isEnd: true)
    return last
  }

  /// Writes events to stdout, across reconnections, until the time limit of the whole call.
  func events(_ request: ResourceRequest, with client: ResourceClient) async throws -> ExitStatus {
    let (writer, format) = (AnswerWriter.standardOutput, answer.format)
    let reading = Task {
      for try await event in client.events(request) {
        try writer.write(Data(format.render(event, isTerminal: writer.isTerminal).utf8))
      }
    }
    let limit = options.timeout
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        reading.cancel()
      }
    }
    defer { timer?.cancel() }
    let result = await withTaskCancellationHandler {
      await reading.result
    } onCancel: {
      reading.cancel()
    }
    if case .failure(let error) = result, error is CancellationError, !Task.isCancelled, let limit {
      throw ResourceError(code: .deadlineExceeded, message: "the events went on after \(TimeLimit.text(.after(limit)))")
    }
    try result.get()
    return .success
  }
}

/// A body that broke off, or could not be written, with what is known of its response.
struct BrokenBody: Error {
  let error: any Error
  let facts: WriteOut.Facts

  /// Creates it with the facts of the response; `nil` for an error of another kind, such as that of a cancelled task.
  init?(_ error: any Error, _ facts: WriteOut.Facts) {
    var facts = facts
    switch error {
    case let error as ResourceError: facts.failure = error.message
    case let error as InputError: facts.failure = error.description
    default: return nil
    }
    facts.exit = ExitStatus(error)
    (self.error, self.facts) = (error, facts)
  }

  /// Writes a body, of whose response this is known.
  static func told<Written>(by facts: WriteOut.Facts, _ write: () throws -> Written) throws -> Written {
    do { return try write() } catch { throw BrokenBody(error, facts) ?? error }
  }
}
