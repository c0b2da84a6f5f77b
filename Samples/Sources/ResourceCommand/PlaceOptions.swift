// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// What says which server is meant: a service, the gateway, or what the target says itself.
struct PlaceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The backend service of the configuration.", valueName: "name"),
    completion: Completions.services
  )
  var service: String?

  @Option(
    help: ArgumentHelp(
      "The configuration, a JSON file, or - for standard input; default: $RESOURCE_CONFIG.",
      valueName: "file"
    ),
    completion: Completions.configuration
  )
  var config: String?

  @Option(help: ArgumentHelp("The gateway's server URL, instead of the configuration's.", valueName: "url"))
  var gateway: String?

  /// The configuration, with the gateway named here.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` where the gateway's URL is none.
  func makeConfiguration() throws -> ResourceConfiguration {
    // The secrets of services that are not asked need not be here.
    var configuration =
      try ConfigurationFile.path(config).map { path in
        try ConfigurationFile.read(path, lookingUp: .service(service))
      } ?? .empty
    if let gateway { try Self.use(gateway, in: &configuration) }
    return configuration
  }

  /// Puts a gateway in the place of the configuration's.
  private static func use(_ gateway: String, in configuration: inout ResourceConfiguration) throws {
    do {
      let url = try ResourceURL(gateway)
      if configuration.gateway?.serverURL.origin == url.origin {
        configuration.gateway?.serverURL = url
      } else {
        // Another server must not get what was configured for the first, such as a header with a key.
        configuration.gateway = Gateway(serverURL: url)
      }
    } catch {
      throw InputError("--gateway: \(error.reason)")
    }
  }
}
