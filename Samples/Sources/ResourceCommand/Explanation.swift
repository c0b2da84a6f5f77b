// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

/// What a request comes to, line by line: what it is, its value, and what decided it.
struct Explanation: CustomStringConvertible {
  /// A line: what it is about, what it comes to, and what decided that.
  typealias Row = (name: String, value: String, decidedBy: String)

  private var rows: [Row] = []
  private let layers: SettingLayers
  private let options: RequestOptions

  init(
    of resolved: ResolvedRequest,
    asked: ResourceRequest,
    by options: RequestOptions,
    configuration: ResourceConfiguration
  ) {
    self.options = options
    layers = SettingLayers(for: asked, in: configuration)
    rows.append(("method", resolved.method.name, "METHOD"))
    rows.append(("url", "\(resolved.url)", baseDecider))
    if let service = resolved.service { rows.append(("service", service, "--service")) }
    for field in resolved.headers { rows.append(("header", "\(field)", decider(of: field, asked))) }
    let authorization = options.explainAuthorization()
    rows += authorization
    if authorization.isEmpty, let credential = layers.credential {
      rows.append(("credential", credential.value, credential.place))
    }
    rows.append(body(resolved, asked))
    if let asks = options.expectContinue {
      rows.append(("expect", asks ? "100-continue" : "none", asks ? "--expect-continue" : "--no-expect-continue"))
    }
    if let coding = options.compressRequest {
      rows.append(("compression", coding.rawValue, "--compress-request"))
    }
    if let jar = options.cookieJar { rows.append(("cookies", "kept in \(jar)", "--cookie-jar")) }
    addTimeout("connect", options.connectTimeout, "--connect-timeout", \.connect)
    addTimeout("read", options.readTimeout, "--read-timeout", \.read)
    addTimeout("total", options.timeout, "--timeout", \.total)
    rows.append(redirects)
    rows += options.connection.explain(resolved, layers)
  }

  /// The lines, aligned.
  var description: String {
    let widths = (rows.map(\.name.count).max() ?? 0, min(rows.map(\.value.count).max() ?? 0, 60))
    return rows.map { row in
      let name = row.name.padding(toLength: widths.0 + 2, withPad: " ", startingAt: 0)
      let value = row.value + String(repeating: " ", count: max(0, widths.1 - row.value.count))
      return "\(name)\(value)  (\(row.decidedBy))"
    }.joined(separator: "\n")
  }

  private var baseDecider: String {
    switch layers.base {
    case .target: "TARGET"
    case .service(let place): "TARGET below the service of \(place)"
    case .gateway(let place): "TARGET below the gateway of \(options.place.gateway == nil ? place : "--gateway")"
    }
  }

  private func decider(of field: Headers.Field, _ asked: ResourceRequest) -> String {
    if field.name.lowercased() == "content-type" {
      if options.body.contentType != nil { return "--content-type" }
      if !asked.headers.contains("Content-Type"), let option = bodyOption(asked) { return "default for \(option)" }
    }
    if field.name == "Authorization", options.login.bearerEnv != nil { return "--bearer-env" }
    if field.name == "Accept-Encoding", options.compressed == false { return "--no-compressed" }
    if asked.headers.contains(field.name) { return "--header" }
    return layers.place(ofHeader: field.name) ?? "default"
  }

  /// What made the body; arguments of a procedure are a form of their own.
  private func bodyOption(_ asked: ResourceRequest) -> String? {
    options.body.option ?? (asked.procedureParameters == nil ? nil : "--param")
  }

  private func body(_ resolved: ResolvedRequest, _ asked: ResourceRequest) -> (String, String, String) {
    guard let body = resolved.body, let option = bodyOption(asked) else { return ("body", "none", "default") }
    let kinds = [
      "--form": "form", "--param": "form", "--json": "JSON", "--body": "text", "--upload": "file",
      "--multipart": "multipart form",
    ]
    let length = body.length.map { "\($0) bytes" } ?? "of unknown length"
    return ("body", "\(kinds[option] ?? "data"), \(length)", option)
  }

  private mutating func addTimeout(
    _ name: String,
    _ flag: Duration?,
    _ flagName: String,
    _ part: KeyPath<Timeouts, Timeout?>
  ) {
    let name = "\(name) timeout"
    if let flag {
      rows.append((name, TimeLimit.text(.after(flag)), flagName))
    } else if let (value, place) = layers.find(
      { $0.timeouts[keyPath: part] },
      at: ["timeouts", String(name.prefix { $0 != " " })]
    ) {
      rows.append((name, TimeLimit.text(value), place))
    } else {
      rows.append((name, TimeLimit.text(Timeouts.standard[keyPath: part] ?? .unlimited), "default"))
    }
  }

  private var redirects: (String, String, String) {
    if options.noRedirects { return ("redirects", "refused", "--no-redirects") }
    if let limit = options.maxRedirects { return ("redirects", "at most \(limit)", "--max-redirects") }
    guard let (shown, place) = layers.redirects else { return ("redirects", "at most 10", "default") }
    return ("redirects", shown.int.map { "at most \($0)" } ?? shown.string ?? shown.text(), place)
  }
}
