// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource doctor`: probes every service of a configuration from this machine and lists the results.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Checks whether each service can be reached, and reports what is in the way.",
    discussion: """
      Sends one GET to the base URL of each service, with its settings but without resilience policies and cache. A status \
      below 500 is good, except 401, 403 and 407. Exit status 0: all are ready; 1: at least one is not.

      Example:
        resource doctor backends.json
      """
  )

  @OptionGroup var named: ConfigurationFile

  @Option(
    help: ArgumentHelp(
      "The configuration, a JSON file, or - for standard input; default: $RESOURCE_CONFIG.",
      valueName: "file"
    )
  )
  var config: String?

  @Option(
    help: ArgumentHelp("The service to check; default: all.", valueName: "name"),
    completion: Completions.services
  )
  var service: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Time limit for one service.", valueName: "time"),
    transform: TimeLimit.parse
  )
  var timeout: Duration = .seconds(10)

  func validate() throws {
    if named.file != nil, config != nil { throw ValidationError("a configuration and --config: choose one") }
  }

  func run() async throws {
    try await reporting {
      let path = try named.path(or: config)
      let (configuration, missing) = try ConfigurationFile.readWhatCanBe(path)
      let known = missing.isEmpty ? configuration.services.map(\.name) : ConfigurationFile.serviceNames(in: path)
      let names = known.filter { service == nil || $0 == service }
      guard !names.isEmpty else {
        let known = known.joined(separator: ", ")
        throw InputError(
          "no service to look at; configured: \(known.isEmpty ? "none" : known)",
          status: .configuration
        )
      }
      let examination = Examination(of: configuration, within: timeout)
      let findings = await withTaskGroup(of: (Int, Examination.Finding).self) { group in
        for (index, name) in names.enumerated() {
          if let (_, error) = missing.first(where: { $0.service == name }) {
            let problems = error.issues.map { "\($0.message) (\($0.shownPlace))" }
            group.addTask { (index, Examination.Finding(service: name, problems: problems)) }
          } else {
            group.addTask { (index, await examination.look(at: name)) }
          }
        }
        var all: [(index: Int, finding: Examination.Finding)] = []
        for await (index, finding) in group { all.append((index, finding)) }
        return all.sorted { $0.index < $1.index }.map(\.finding)
      }
      let console = Console.standardOutput
      try AnswerWriter.standardOutput.write(
        Examination.table(findings, columns: console.isTerminal ? console.width : nil)
      )
      return findings.allSatisfy(\.isReady) ? .success : .unsuccessfulAnswer
    }
  }
}
