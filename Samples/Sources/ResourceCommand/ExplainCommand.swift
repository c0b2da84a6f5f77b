// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestExport
import ResourceRequestKit

/// `resource explain`: shows what `send` would send, and which setting decided it.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Shows what would be sent, and what decided it, without sending.",
    discussion: """
      Takes the options of send. Each line names what decided it: the call, the service, the gateway or the defaults, with \
      the flag or the place in the file; or "built-in". Secrets are not shown.

      Example:
        resource explain GET cities --service resorts --timeout 3s
      """
  )

  @OptionGroup var options: RequestOptions

  @Option(help: ArgumentHelp("Show what is lost if the service is exported to a proxy.", valueName: "proxy"))
  var exportedTo: ConfigCommand.TargetName?

  /// Accepted and ignored, so that `send` in a command line can be replaced by `explain`.
  @OptionGroup(visibility: .hidden) var answer: AnswerOptions
  @Option(help: .hidden) var har: String?
  @Flag(name: [.customShort("Z"), .customLong("parallel")], help: .hidden) var parallel = false

  func validate() throws { try answer.checkModes(resumesUpload: answer.resume && options.body.upload != nil) }

  func run() async throws {
    try await reporting {
      let transport = options.transport.shared
      var (request, configuration) = try options.prepare(for: answer.output)
      try options.serveAddress(of: &request, in: &configuration, over: transport)
      options.note(in: &configuration)
      var settings = ClientOptions()
      if options.cookieJar != nil { settings.cookies = .inMemory }
      // Explaining needs no password, so none is prompted for.
      if options.login.logsIn { settings.authorization.credentialStore = InMemoryCredentialStore() }
      let client = ResourceClient(configuration: configuration, transport: transport, options: settings)
      let explanation = Self.text(try client.explain(request), without: try options.removedFields())
      try AnswerWriter.standardOutput.write(explanation + losses(of: request.service, in: configuration))
      return .success
    }
  }

  /// The features that come with the command; one of which no key is set does nothing.
  private static let features = ["fleetRate", "shared", "sigv4", "signature"]

  /// The explanation without unset features, and the fields that are not sent; curl has to be told to leave out its own.
  private static func text(_ explanation: Explanation, without names: [String]) -> String {
    let settings = explanation.sections.first { $0.title == "settings" }?.facts ?? []
    let set = settings.filter { $0.layer != .builtIn }.map(\.name)
    let unset = features.filter { key in !set.contains { $0 == key || $0.hasPrefix(key + ".") } }
    var (section, isUnset) = (Substring(), false)
    let lines = explanation.description.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.compactMap { line -> Substring? in
      if !line.isEmpty, !line.hasPrefix(" ") { section = line }
      // A long line continues on the next one, indented further.
      if !line.hasPrefix("    ") { isUnset = section == "settings" && unset.contains { line.hasPrefix("  \($0).") } }
      if isUnset { return nil }
      let (lower, start) = (line.lowercased(), section == "headers" ? "  " : "    --header '")
      let end = section == "headers" ? " " : ": "
      guard let name = names.first(where: { lower.hasPrefix(start + $0.lowercased() + end) }) else { return line }
      return section == "headers" ? nil : "    --header '\(name):' \\"
    }.joined(separator: "\n")
  }

  private func losses(of service: String?, in configuration: ResourceConfiguration) -> String {
    guard let target = exportedTo?.target, let service else { return "" }
    let all = ProxyExport(to: target).export(configuration).losses
    let lines = all.filter { $0.service.utf8.elementsEqual(service.utf8) }.map { "\n  \($0)" }
    return "\nthrough \(target.name)"
      + (lines.isEmpty ? "\n  nothing that the configuration says is lost" : lines.joined()) + "\n"
  }
}
