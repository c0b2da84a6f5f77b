// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit
import ResourceRequestSimulation

extension ConfigCommand {
  /// `resource config diff`: reports how another configuration differs in meaning.
  struct Diff: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff",
      abstract: "Says what another configuration changes, ordered by risk.",
      discussion: """
        Risks, the worst first: sends-more, goes-elsewhere, waits-longer, trusts-more, keeps-more, neutral.

        Examples:
          resource config diff old.json new.json
          resource config diff old.json new.json --fail-on trusts-more
          resource config diff old.json new.json --simulate stall
          git show HEAD:backends.json | resource config diff - backends.json
        """
    )

    /// A risk as the value of an option.
    struct RiskName: ExpressibleByArgument {
      let risk: ChangeRisk

      init?(argument: String) {
        guard let risk = ChangeRisk.allCases.first(where: { Self.name($0) == argument }) else {
          return nil
        }
        self.risk = risk
      }

      static var allValueStrings: [String] { ChangeRisk.allCases.map(name) }
      static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

      private static func name(_ risk: ChangeRisk) -> String {
        risk.words.replacing(" ", with: "-")
      }
    }

    @Argument(help: "The current configuration; - for standard input.", completion: Completions.configuration)
    var old: String

    @Argument(help: "The new configuration.", completion: Completions.configuration)
    var new: String

    @Option(help: ArgumentHelp("Exit with status 1 for this risk or a greater one.", valueName: "risk"))
    var failOn: RiskName?

    @Option(name: .customLong("as"), help: "How the findings are written: text or json.")
    var form: SimulateCommand.Format = .text

    @Option(help: ArgumentHelp("An incident by name to run both against, in simulated time.", valueName: "incident"))
    var simulate: SimulateCommand.IncidentName?

    func validate() throws {
      if form == .json, simulate != nil { throw ValidationError("--as json and --simulate: choose one") }
      if old == "-", new == "-" { throw ValidationError("- and -: standard input can be read once; name a file") }
    }

    func run() async throws {
      try await reporting {
        let configurations = try [old, new].map { try ConfigurationFile.read($0) }
        let difference = ConfigurationDifference(from: configurations[0], to: configurations[1])
        switch form {
        case .text:
          try AnswerWriter.standardOutput.write("\(difference)" + (simulate == nil ? "" : "\n"))
          if let simulate {
            try AnswerWriter.standardOutput.write(try comparison(configurations, simulate.incident))
          }
        case .json:
          try AnswerWriter.standardOutput.write(try JSON(encoding: difference))
        }
        guard let failOn, let risk = difference.risk, risk >= failOn.risk else { return .success }
        return .unsuccessfulAnswer
      }
    }

    /// Compares the old and the new configuration in the same incident.
    private func comparison(
      _ configurations: [ResourceConfiguration],
      _ named: Simulation.NamedIncident
    ) throws -> String {
      do {
        let incident = try named.fitted(to: configurations[0])
        let trials = try [old, new].map { path in
          let name = SimulateCommand.name(of: path)
          let reports = try SimulationProgress.showing(name, incident.duration, seeds: 5) { show in
            try (1...5).map { seed in
              // Instances share what they do within one run.
              let configuration = try ConfigurationFile.read(path, vocabulary: ConfigurationFile.simulatedVocabulary)
              let simulation = try Simulation(configuration: configuration, incident: incident, seed: UInt64(seed))
              return try simulation.run { show(seed, $0) }
            }
          }
          return SimulationTrial(name: name, incident: incident, reports: reports)
        }
        return trials[0].table(title: named.rawValue, beside: trials[1]) { text, _ in text }
      } catch let failure as Simulation.Failure {
        // The incident has the servers of the old one.
        let origins = configurations.map { $0.services.map(\.baseURL.origin) }
        let new = origins[1].filter { !origins[0].contains($0) }.map(\.description).joined(separator: ", ")
        let reason = new.isEmpty ? "\(failure)" : "the new configuration has servers that the old one has not: \(new)"
        throw InputError("--simulate: \(reason)", status: .configuration)
      }
    }
  }
}
