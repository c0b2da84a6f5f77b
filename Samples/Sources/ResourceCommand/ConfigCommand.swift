// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource config`: checks, describes and shows configurations.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Checks and shows configurations.",
    subcommands: [Lint.self, Schema.self, Show.self, Diff.self, Export.self, Import.self]
  )

  struct Lint: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "lint",
      abstract: "Reports everything that is wrong with a configuration, by line and column.",
      discussion: """
        Each issue is one line on stderr, as editors recognize it: file:line:column: error: text. On a terminal the line \
        of the document follows.

        Examples:
          resource config lint backends.json
          resource config lint --no-references backends.json
          git show HEAD:backends.json | resource config lint -
        """
    )

    @OptionGroup var named: ConfigurationFile

    @Flag(help: "Do not look up ${env:…}, ${file:…} and certificates, for machines without the secrets.")
    var noReferences = false

    func run() async throws {
      try await reporting {
        let file = try named.path()
        let name = ConfigurationFile.name(of: file)
        let console = Console.standardError
        if noReferences {
          let issues = try ConfigurationFile.issuesApartFromReferences(in: file)
          if issues.isEmpty { console.write("\(name): valid; references were not looked up") }
          return report(issues)
        }
        do {
          let configuration = try ConfigurationFile.read(file, checkedBy: DefaultTransport())
          let services = configuration.services.map(\.name).joined(separator: ", ")
          for warning in configuration.warnings { console.write(console.shown("\(warning)")) }
          console.write(console.shown("\(name): valid; services: \(services.isEmpty ? "none" : services)"))
          return .success
        } catch let error as ConfigurationError {
          let status = report(error.issues)
          let areMissing = error.issues.allSatisfy {
            $0.message.contains("is not set") || $0.message.contains("cannot be read")
          }
          if areMissing, try ConfigurationFile.issuesApartFromReferences(in: file).isEmpty {
            console.write("on a machine without the secrets: resource config lint --no-references")
          }
          return status
        }
      }
    }

    private func report(_ issues: [ConfigurationError.Issue]) -> ExitStatus {
      let console = Console.standardError
      for issue in issues { console.write(console.shown(issue.line(withSource: console.isTerminal))) }
      return issues.isEmpty ? .success : .configuration
    }
  }

  struct Schema: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema",
      abstract: "Prints the JSON Schema of configurations.",
      discussion: "Example:\n  resource config schema >backend-services.schema.json"
    )

    @Flag(help: "Also the keys of the features that come with the SDK: sigv4, signature, fleetRate, shared.")
    var features = false

    func run() async throws {
      try await reporting {
        let vocabulary = features ? ConfigurationFile.vocabulary : .standard
        try AnswerWriter.standardOutput.write(ResourceConfiguration.jsonSchema(vocabulary: vocabulary))
        return .success
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Prints a configuration as it was understood, without its secrets.",
      discussion: "Example:\n  resource config show backends.json"
    )

    @OptionGroup var named: ConfigurationFile

    func run() async throws {
      try await reporting {
        try AnswerWriter.standardOutput.write(try ConfigurationFile.read(try named.path()).redactedJSON())
        return .success
      }
    }
  }
}
