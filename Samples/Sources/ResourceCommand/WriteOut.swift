// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// The text that `--write-out` adds after the body, with variables named as in curl.
struct WriteOut: Hashable {
  /// A piece of the output, and whether it goes to stderr.
  struct Output: Hashable {
    var text: String
    let isError: Bool
  }

  private enum Part: Hashable {
    case text(String)
    case variable(String)
    case field(String)
    case json(ofHead: Bool)
    case stream(isError: Bool)
  }

  private let parts: [Part]
  private let file: String?
  /// Whether the server may give the file another name.
  private let isNamedByHeader: Bool

  /// Reads a format: `%{name}`, `%header{Name}`, `%{json}`, `%{header_json}`, `%{stderr}`, `%{stdout}`, and characters.
  ///
  /// - Parameters:
  ///   - format: the format to read.
  ///   - file: the output file; `nil` for none.
  ///   - isNamedByHeader: whether the server may give the file another name.
  /// - Throws: ``InputError`` that lists the known names.
  init(_ format: String, file: String? = nil, isNamedByHeader: Bool = false) throws {
    self.file = file
    self.isNamedByHeader = isNamedByHeader
    var parts: [Part] = []
    var text: [UInt8] = []
    var rest = Array(format.utf8)[...]
    func braced(behind prefix: String) -> String? {
      guard rest.starts(with: prefix.utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")) else { return nil }
      let name = String(decoding: rest[(rest.startIndex + prefix.utf8.count)..<end], as: UTF8.self)
      rest = rest[(end + 1)...]
      return name
    }
    func append(_ part: Part) {
      if !text.isEmpty { parts.append(.text(String(decoding: text, as: UTF8.self))) }
      text = []
      parts.append(part)
    }
    while let byte = rest.first {
      if let name = braced(behind: "%{") {
        append(try Self.part(name))
      } else if let name = braced(behind: "%header{") {
        append(.field(name))
      } else if let (plain, escaped) = Self.escapes.first(where: { rest.starts(with: $0.0.utf8) }) {
        text.append(escaped)
        rest = rest.dropFirst(plain.utf8.count)
      } else if byte == UInt8(ascii: "\\"), rest.count > 1 {
        // Another letter, or a second backslash, is no escape, as for curl.
        text += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    append(.text(""))
    self.parts = parts
  }

  private static func part(_ name: String) throws -> Part {
    switch name {
    case "json", "header_json": return .json(ofHead: name == "header_json")
    case "stderr", "stdout": return .stream(isError: name == "stderr")
    default:
      guard names.contains(name) else {
        throw InputError(
          "--write-out: no variable is called \"\(name)\"; "
            + (names.first { UnknownCommand.isNear(name, $0) }.map { "did you mean \"\($0)\"?" }
              ?? "there are json, header_json, stderr, stdout, \(names.joined(separator: ", "))")
        )
      }
      return .variable(name)
    }
  }

  /// The output for a call, in pieces by destination.
  ///
  /// - Parameters:
  ///   - facts: the facts about the call.
  ///   - isTerminal: which destinations are terminals: they get the controls in a value written out. Those of the format
  ///     are the caller's own.
  /// - Returns: the pieces.
  func output(for facts: Facts, isTerminal: (output: Bool, errors: Bool) = (false, false)) -> [Output] {
    var outputs = [Output(text: "", isError: false)]
    for part in parts {
      let isShown = outputs[outputs.count - 1].isError ? isTerminal.errors : isTerminal.output
      let added: String
      switch part {
      case .stream(let isError):
        outputs.append(Output(text: "", isError: isError))
        continue
      case .text(let text): added = text
      case .variable(let name):
        let text = text(of: name, in: facts)
        added = isShown ? text.controlsWrittenOut : text
      case .field(let name):
        let text = facts.headers[name] ?? ""
        added = isShown ? text.controlsWrittenOut : text
      case .json(let isOfHead):
        let values =
          isOfHead
          ? facts.headers.reduce(into: JSON.Object()) { fields, field in
            let name = field.name.lowercased()
            fields[name] = JSON.array((fields[name]?.array ?? []) + [JSON(field.value)])
          } : Self.names.reduce(into: JSON.Object()) { $0[$1] = value(of: $1, in: facts) }
        let text = JSON.object(values).text()
        added = isShown ? text.jsonWrittenOut : text
      }
      outputs[outputs.count - 1].text += added
    }
    return outputs.filter { !$0.text.isEmpty }
  }

  private static let escapes: [(String, UInt8)] = [("%%", 0x25), ("\\n", 0x0A), ("\\r", 0x0D), ("\\t", 0x09)]

  /// The names of the variables: curl's as far as they apply here, `num_attempts` and `size_received`.
  static let names = [
    "content_type", "errormsg", "exitcode", "filename_effective", "http_code", "http_version", "method", "num_attempts",
    "num_connects", "num_headers", "num_redirects", "num_retries", "redirect_url", "remote_ip", "remote_port",
    "response_code", "scheme",
    "size_download", "size_received", "size_request", "size_upload", "speed_download", "speed_upload",
    "ssl_verify_result",
    "time_appconnect",
    "time_connect", "time_namelookup", "time_pretransfer", "time_redirect", "time_starttransfer", "time_total",
    "url_effective",
  ]

  private func text(of name: String, in facts: Facts) -> String {
    // Three digits; 000 without a response.
    if name == "http_code" || name == "response_code" { return facts.status.map { "\($0.code)" } ?? "000" }
    // As they are, but for a login: a program follows them.
    if name == "redirect_url" { return Self.followable(redirect(in: facts)) }
    if name == "url_effective" { return Self.followable(facts.url) }
    let value = value(of: name, in: facts)
    // Seconds with six decimals, as in curl.
    if name.hasPrefix("time_") { return String(value.double ?? 0, decimals: 6) }
    return value == .null ? "" : value.string ?? value.text()
  }

  private func value(of name: String, in facts: Facts) -> JSON {
    let metrics = facts.metrics
    return switch name {
    case "content_type": JSON(facts.headers["Content-Type"] ?? "")
    case "errormsg": facts.failure.map { JSON($0) } ?? .null
    case "exitcode": JSON(facts.exit.rawValue)
    case "filename_effective":
      JSON(facts.exit == .success && facts.status?.isSuccessful == true ? fileName(in: facts) : "")
    case "http_code", "response_code": JSON(facts.status?.code ?? 0)
    case "http_version": JSON(metrics.httpVersion.map { "\($0)".replacing("HTTP/", with: "") } ?? "0")
    case "method": JSON(facts.method)
    case "num_attempts": JSON(facts.attempts.count)
    case "num_connects": JSON(facts.connections)
    case "num_headers": JSON(facts.headers.count)
    case "num_redirects": JSON(facts.redirects)
    case "num_retries": JSON(facts.attempts.count { $0.reason == .retry })
    case "redirect_url": JSON(redirect(in: facts)?.redacted() ?? "")
    case "remote_ip": JSON(metrics.peerAddress ?? "")
    case "remote_port": JSON(metrics.peerPort ?? 0)
    case "scheme": JSON(facts.url.map { $0.origin.isSecure ? "https" : "http" } ?? "")
    case "size_download": JSON(facts.bodySize)
    case "size_received": JSON(metrics.bytesReceived)
    case "size_request": JSON(facts.bytesSent)
    case "size_upload": JSON(facts.bodyBytesSent)
    case "speed_download": Self.speed(facts.bodySize, facts)
    case "speed_upload": Self.speed(facts.bodyBytesSent, facts)
    // Certificates are always verified.
    case "ssl_verify_result": 0
    case "time_appconnect": Self.time(reached(\.tls, in: facts))
    case "time_connect": Self.time(reached(\.connect, in: facts))
    case "time_namelookup": Self.time(reached(\.nameLookup, in: facts))
    case "time_pretransfer": Self.time(lastStart(in: facts) + (metrics.tls ?? metrics.connect ?? .zero))
    case "time_redirect": Self.time(redirectTime(in: facts))
    case "time_starttransfer": Self.time(reached(\.firstByte, in: facts))
    case "time_total": Self.time(facts.elapsed)
    // Without possible secrets, as everywhere.
    case "url_effective": JSON(facts.url?.redacted() ?? "")
    default: .null
    }
  }

  private static func followable(_ url: ResourceURL?) -> String {
    url.map { $0.userInfo == nil ? $0.string : $0.redacted() } ?? ""
  }

  private func fileName(in facts: Facts) -> String {
    (isNamedByHeader ? RemoteFileName(facts.headers)?.text : nil) ?? file ?? ""
  }

  /// Where a redirect that was not followed leads.
  private func redirect(in facts: Facts) -> ResourceURL? {
    guard facts.status?.isRedirection == true, let reference = facts.headers["Location"] else { return nil }
    return try? facts.url?.resolving(reference: reference)
  }

  /// When the last attempt began, from the start of the call.
  private func lastStart(in facts: Facts) -> Duration {
    facts.attempts.count > 1 ? max(.zero, facts.elapsed - facts.metrics.total) : .zero
  }

  /// When a part of the last attempt was reached, from the start of the call; for a connection that was open by then, when
  /// that of an earlier one was.
  private func reached(_ part: KeyPath<ExchangeMetrics, Duration?>, in facts: Facts) -> Duration? {
    if let time = facts.metrics[keyPath: part] { return lastStart(in: facts) + time }
    var (start, found) = (Duration.zero, Duration?.none)
    for attempt in facts.attempts.dropLast() {
      if let time = attempt.metrics?[keyPath: part] { found = start + time }
      start += attempt.duration
    }
    return found
  }

  /// The time of all attempts before the last hop.
  private func redirectTime(in facts: Facts) -> Duration {
    facts.attempts.reduce(.zero) { $1.hop <= facts.redirects ? $0 + ($1.metrics?.total ?? $1.duration) : $0 }
  }

  private static func speed(_ size: Int, _ facts: Facts) -> JSON {
    JSON(Int(Double(size) / max(seconds(facts.elapsed), 1e-6)))
  }

  private static func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

  /// A duration in seconds, to the microsecond.
  private static func time(_ duration: Duration?) -> JSON {
    JSON((seconds(duration ?? .zero) * 1e6).rounded() / 1e6)
  }
}
