// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import ResourceRequestKit

/// The options that select the server: a service, the gateway, or neither for an absolute target.
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

  @Option(
    help: ArgumentHelp(
      "The gateway's server URL, instead of the configuration's; targets are below its /api.",
      valueName: "url"
    )
  )
  var gateway: String?

  /// Reads the configuration and sets the gateway given here.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` if the gateway's URL is invalid.
  func makeConfiguration() throws -> ResourceConfiguration {
    // Secrets of other services may be missing here.
    var configuration =
      try ConfigurationFile.path(config).map { path in
        try ConfigurationFile.read(path, lookingUp: .service(service))
      } ?? .empty
    if let gateway { try Self.use(gateway, in: &configuration) }
    try refuseUnknownService(in: configuration)
    return configuration
  }

  /// Names the services of the document where it has none of this name.
  ///
  /// Those with references have not been looked up, so the SDK does not know them. With a gateway, any name may be that of
  /// an adapter.
  private func refuseUnknownService(in configuration: ResourceConfiguration) throws {
    guard let service, configuration.gateway == nil, let path = ConfigurationFile.path(config) else { return }
    let known = ConfigurationFile.serviceNames(in: path)
    let name = service.utf8.first == UInt8(ascii: "/") ? String(service.dropFirst()) : service
    let isKnown = (known + configuration.services.map(\.name)).contains { $0.utf8.elementsEqual(name.utf8) }
    guard !isKnown, !known.isEmpty,
      !configuration.services.contains(where: { $0.name.utf8.elementsEqual(service.utf8) })
    else { return }
    // A name that may be a URL is not repeated: it may hold a secret.
    let shown = name.utf8.contains(where: { "/?@:".utf8.contains($0) }) ? "the value of --service" : "\"\(name)\""
    let near = known.first { UnknownCommand.isNear(name, $0) }
    throw InputError(
      "unknownService: \(shown) is not a service of \(ConfigurationFile.name(of: path)), which has "
        + known.map { "\"\($0)\"" }.joined(separator: ", ") + (near.map { "; did you mean \"\($0)\"?" } ?? ""),
      status: .configuration
    )
  }

  /// Replaces the gateway of a configuration.
  private static func use(_ gateway: String, in configuration: inout ResourceConfiguration) throws {
    do {
      let url = try ResourceURL(gateway)
      if configuration.gateway?.serverURL.origin == url.origin {
        configuration.gateway?.serverURL = url
      } else {
        // Another server must not get the first one's settings, such as a header field with a key.
        configuration.gateway = Gateway(serverURL: url)
      }
    } catch {
      throw InputError("--gateway: \(error.reason)")
    }
  }
}
