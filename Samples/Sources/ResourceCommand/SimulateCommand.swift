// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit
import ResourceRequestSimulation

/// `resource simulate`: tests a configuration against an incident, in simulated time.
struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Tries a configuration against an incident, in simulated time.",
    discussion: """
      The clients and their policies are real; servers, network, clock and randomness are simulated. The same seed gives the \
      same report every time.

      Examples:
        resource simulate backends.json --incident stall
        resource simulate backends.json incident.json --seeds 20
        resource simulate backends.json --incident stall --instances 200
        resource simulate backends.json incident.json --compare without-retries.json --svg incident.svg

      Incidents by name:
      \(Simulation.NamedIncident.allCases.map { "  \($0.rawValue): \($0.summary)" }.joined(separator: "\n"))
      """
  )

  /// The format of the report.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    /// For people.
    case text
    /// For programs.
    case json
  }

  @Argument(help: "The configuration; - for standard input.", completion: Completions.configuration)
  var file: String

  @Argument(help: "The incident, a JSON document (Docs/incident.schema.json).")
  var incidentFile: String?

  @Option(name: .customLong("incident"), help: "An incident by name, fitted to the services, instead of a document.")
  var name: IncidentName?

  @Option(parsing: .unconditional, help: "The seed of all randomness.")
  var seed: UInt64 = 1

  @Option(parsing: .unconditional, help: "How many seeds to run, from the first one on.")
  var seeds: Int = 1

  @Option(
    help: ArgumentHelp(
      "How many instances of the client share the load, each with state of its own.",
      valueName: "count"
    )
  )
  var instances: Int?

  @Option(help: "Another configuration to run beside it.")
  var compare: String?

  @Option(help: "How the report is written: text or json.")
  var format: Format = .text

  @Option(help: "A file for the report as a picture.")
  var svg: String?

  func validate() throws {
    if incidentFile == nil, name == nil {
      throw ValidationError("name an incident: --incident stall, or a file after the configuration")
    }
    if incidentFile != nil, name != nil {
      throw ValidationError("\(incidentFile ?? "") and --incident \(name.map { "\($0)" } ?? ""): choose one incident")
    }
    if file == "-", compare == "-" { throw ValidationError("- and --compare -: standard input can be read once") }
    guard (1...10_000).contains(instances ?? 1) else { throw ValidationError("--instances is 1 to 10000.") }
    guard (1...10_000).contains(seeds) else { throw ValidationError("--seeds is 1 to 10000.") }
  }

  func run() async throws {
    try await reporting {
      let output = try svg.map { try AnswerOutput($0, of: "--svg") }
      if output == .standardOutput { throw InputError("--svg: name a file; stdout has the report") }
      let trial = try trial(of: file)
      let other = try compare.map { try self.trial(of: $0, with: trial.incident) }
      if let output {
        let picture = trial.reports[0].svg(
          title: title(file),
          incident: trial.incident,
          beside: other.map { (name: $0.name, report: $0.reports[0]) }
        )
        let writer = try await output.open(for: "--svg: the picture")
        try writer.write(Data(picture.utf8))
        try writer.finish()
      }
      try AnswerWriter.standardOutput.write(Data(written(trial, other).utf8))
      return .success
    }
  }

  private func title(_ path: String) -> String {
    let incident = name?.incident.rawValue ?? incidentFile.map { URL(filePath: $0).lastPathComponent } ?? ""
    return Console.standardOutput.shown("\(Self.name(of: path)) · \(incident)")
  }

  /// The name of a configuration in a report.
  static func name(of path: String) -> String {
    path == "-" ? ConfigurationFile.standardInputName : URL(filePath: path).lastPathComponent
  }

  private func trial(of path: String, with shared: Simulation.Incident? = nil) throws -> SimulationTrial {
    func read() throws -> (
      configuration: ResourceConfiguration, missing: [(service: String, error: ConfigurationError)]
    ) {
      try ConfigurationFile.readWhatCanBe(path, vocabulary: ConfigurationFile.simulatedVocabulary)
    }
    let (configuration, missing) = try read()
    for (service, error) in missing {
      let console = Console.standardError
      console.write(console.shown("resource: \(service) is left out: \(error.issues[0].message)"))
    }
    do {
      var incident =
        try shared ?? name?.incident.fitted(to: configuration)
        ?? Simulation.Incident(contentsOf: incidentFile ?? "", for: configuration)
      if let instances { incident.clients = instances }
      let reports = try SimulationProgress.showing(Self.name(of: path), incident.duration, seeds: seeds) { show in
        try (0..<seeds).map { offset in
          let simulation = try Simulation(
            // Instances share what they do within one run.
            configuration: offset == 0 ? configuration : read().configuration,
            incident: incident,
            seed: seed &+ UInt64(offset)
          )
          return try simulation.run { show(offset + 1, $0) }
        }
      }
      let name = Console.standardOutput.shown(Self.name(of: path))
      return SimulationTrial(name: name, incident: incident, reports: reports)
    } catch let failure as Simulation.Failure {
      throw InputError("\(ConfigurationFile.name(of: path)): \(failure)", status: .configuration)
    }
  }

  private func written(_ trial: SimulationTrial, _ other: SimulationTrial?) -> String {
    guard format == .text else { return trial.json(beside: other).text(.pretty) + "\n" }
    let console = Console.standardOutput
    let emphasize: (String, Simulation.Report.Emphasis) -> String = { text, emphasis in
      emphasis == .bad ? console.red(text) : console.dim(text)
    }
    if seeds > 1 || other != nil { return trial.table(title: title(file), beside: other, emphasize) }
    return trial.reports[0].text(
      title: "\(title(file)) · seed \(seed)",
      columns: console.isTerminal ? console.width : 100,
      emphasize: emphasize
    )
  }

  /// The name of an incident as the value of an option.
  struct IncidentName: ExpressibleByArgument {
    let incident: Simulation.NamedIncident

    init?(argument: String) {
      guard let incident = Simulation.NamedIncident(rawValue: argument) else { return nil }
      self.incident = incident
    }

    static var allValueStrings: [String] { Simulation.NamedIncident.allCases.map(\.rawValue) }
    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
  }
}
