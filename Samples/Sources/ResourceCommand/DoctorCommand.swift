// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// `resource doctor`: looks at every service of a configuration from here, side by side.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks whether each service can be reached from here, and what is in the way.",
    discussion: """
      Each service gets one GET of its base URL, with what is configured for it but without retries, caches and limits. Any
      status below 500 but 401, 403 and 407 is well. Exit status 0: all are ready; 1: one is not.

      Example:
        resource doctor --config backends.json
      """
  )

  @Option(
    help: ArgumentHelp("The services and the gateway, as JSON; $RESOURCE_CONFIG unless given.", valueName: "file")
  )
  var config: String?

  @Option(help: ArgumentHelp("The service to look at; all of them unless given.", valueName: "name"))
  var service: String?

  @Option(
    help: ArgumentHelp("The longest to look at one.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var timeout: Duration = .seconds(10)

  func run() async throws {
    try await reporting {
      guard let path = ConfigurationFile.path(config) else {
        throw InputError("no configuration is named: write --config, or set $RESOURCE_CONFIG")
      }
      let configuration = try ResourceConfiguration(contentsOf: path)
      let names = configuration.services.map(\.name).filter { service == nil || $0 == service }
      guard !names.isEmpty else {
        let known = configuration.services.map(\.name).joined(separator: ", ")
        throw InputError("no service to look at; configured: \(known.isEmpty ? "none" : known)")
      }
      let examination = Examination(of: configuration, within: timeout)
      let findings = await withTaskGroup(of: (Int, Examination.Finding).self) { group in
        for (index, name) in names.enumerated() { group.addTask { (index, await examination.look(at: name)) } }
        var all: [(index: Int, finding: Examination.Finding)] = []
        for await (index, finding) in group { all.append((index, finding)) }
        return all.sorted { $0.index < $1.index }.map(\.finding)
      }
      try AnswerWriter.standardOutput.write(Data(Examination.table(findings).utf8))
      return findings.allSatisfy(\.isReady) ? .success : .unsuccessfulAnswer
    }
  }
}
