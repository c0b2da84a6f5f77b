// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// How the body of a response is written.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
  /// For people: JSON with one member per line, in colours; text in UTF-8; binary data is refused.
  case auto
  /// Converted to UTF-8, otherwise unchanged.
  case text
  /// As JSON with one member per line.
  case json
  /// Byte for byte.
  case raw

  /// Formats a body; warns if the body does not have the requested format.
  ///
  /// A terminal gets controls written out, except as `raw`.
  ///
  /// - Throws: ``InputError`` if the body is binary data for a terminal.
  func render(_ response: ResourceResponse, on console: Console, isTerminal: Bool) throws -> (
    body: Data, warning: String?
  ) {
    let text = { isTerminal ? response.text.linesWrittenOut : response.text }
    return switch self {
    case .auto:
      (Data(try TerminalBody(response).text(on: console).utf8), nil)
    case .raw:
      (response.data, nil)
    case .text:
      (Data(text().utf8), warning { _ = try response.text(strict: true) })
    case .json:
      if let json = response.json {
        if TerminalBody.repeatsKeys(response.text) {
          (Data(text().utf8), "an object of the body has a key twice, so the body is written as it came")
        } else {
          (Data(((isTerminal ? json.text(.pretty).jsonWrittenOut : json.text(.pretty)) + "\n").utf8), nil)
        }
      } else {
        (Data(text().utf8), warning { _ = try response.json(strict: true) })
      }
    }
  }

  /// Formats an event: its type and data as JSON on one line, or its data alone; controls as for a body.
  func render(_ event: ServerEvent, isTerminal: Bool) -> String {
    switch self {
    case .raw:
      return event.data + "\n"
    case .json:
      let json: JSON = ["type": JSON(event.type), "id": JSON(event.id), "data": JSON(event.data)]
      return (isTerminal ? json.text().jsonWrittenOut : json.text()) + "\n"
    case .auto, .text:
      let lines = event.data.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)\n" }
      let text = event.type + (event.id.isEmpty ? "" : " (id \(event.id))") + "\n" + lines.joined()
      return isTerminal ? text.linesWrittenOut : text
    }
  }

  private func warning(of check: () throws -> Void) -> String? {
    do {
      try check()
      return nil
    } catch {
      if self == .json { return "the body is not JSON and is written unchanged: \(error)" }
      let charset = (error as? TextDecodingError)?.charset ?? "its charset"
      return "the body is not all text in \(charset) and is written with replacements; --format raw gives its bytes"
    }
  }
}

extension ResourceResponse {
  /// The head as `--include` shows it: status line, header fields, a blank line.
  var headText: String {
    headers.text(below: "\(metrics.last.httpVersion ?? .http1_1) \(status)")
  }
}

extension ResponseHead {
  /// The head of a response whose body has not been read, in the same form.
  func text(_ version: ExchangeMetrics.HTTPVersion?) -> String {
    headers.text(below: "\(version ?? .http1_1) \(status)")
  }
}

extension Headers {
  fileprivate func text(below statusLine: String) -> String {
    statusLine + "\n" + map { "\($0.name): \($0.value)\n" }.joined() + "\n"
  }
}
