// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestExport
import ResourceRequestKit

extension ConfigCommand {
  /// `resource config import`: reads what a proxy has.
  struct Import: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "import",
      abstract: "Converts the static clusters of Envoy to a configuration.",
      discussion: """
        Endpoints, weights, priorities, balance, times, retries, ejection, health checks and TLS are converted if they mean \
        the same; what is left out is reported on stderr. The document is JSON: yq -o json converts YAML.

        Examples:
          resource config import envoy envoy.json >backends.json
          yq -o json envoy.yaml | resource config import envoy -
        """
    )

    /// What is imported from.
    enum Source: String, CaseIterable, ExpressibleByArgument {
      /// Envoy's static clusters.
      case envoy
    }

    @Argument(help: "The proxy: envoy.")
    var source: Source

    @Argument(help: "Its configuration as JSON; - for standard input.", completion: .file(extensions: ["json"]))
    var file: String

    func run() async throws {
      try await reporting {
        let name = ConfigurationFile.name(of: file)
        let imported: EnvoyImport
        do {
          imported = try EnvoyImport(JSON(parsing: try ConfigurationFile.bytes(of: file)))
        } catch let error as JSONSyntaxError {
          throw InputError("\(name): not JSON: \(error)", status: .configuration)
        } catch let error as EnvoyImport.Invalid {
          throw InputError("\(name): \(error)", status: .configuration)
        }
        let console = Console.standardError
        for note in imported.notes { console.write(console.shown("\(name): \(note)")) }
        // Files that it names may be on another machine.
        let made = ResourceConfiguration.issuesApartFromReferences(
          in: imported.document.data(.pretty),
          name: "the imported document"
        )
        for issue in made { console.write(console.shown("\(issue)")) }
        try AnswerWriter.standardOutput.write(imported.document)
        return made.isEmpty ? .success : .configuration
      }
    }
  }
}
