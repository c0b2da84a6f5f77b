// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// The configuration to use: the named one, or the one from the environment, as for sending requests.
struct ConfigurationFile: ParsableArguments {
  @Argument(
    help: "The configuration, - for standard input; default: $RESOURCE_CONFIG.",
    completion: Completions.configuration
  )
  var file: String?

  /// The path of the configuration.
  ///
  /// - Throws: ``InputError`` if none is named.
  func path() throws -> String {
    guard let path = Self.path(file) else {
      throw InputError("no configuration is named: write its file, or set $RESOURCE_CONFIG")
    }
    return path
  }

  /// The named path, or the one from the environment; `nil` for neither.
  static func path(_ named: String?) -> String? {
    let path = named ?? ProcessInfo.processInfo.environment["RESOURCE_CONFIG"] ?? ""
    return path.isEmpty ? nil : path
  }

  /// The name of a configuration from standard input, in messages and source places.
  static let standardInputName = "<stdin>"

  /// The name of a configuration in messages.
  static func name(of path: String) -> String { path == "-" ? standardInputName : path }

  /// Reads a configuration, from standard input for `-`; its relative paths then start from the working directory.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` if standard input cannot be read.
  static func read(
    _ path: String,
    checkedBy transport: (any Transport)? = nil,
    lookingUp scope: ResourceConfiguration.ReferenceScope = .everything
  ) throws -> ResourceConfiguration {
    guard path == "-" else {
      return try ResourceConfiguration(contentsOf: path, checkedBy: transport, lookingUp: scope)
    }
    let data = try standardInput()
    return try ResourceConfiguration(json: data, name: standardInputName, checkedBy: transport, lookingUp: scope)
  }

  /// Lists the mistakes in a configuration without resolving its references.
  ///
  /// - Throws: ``InputError`` if standard input cannot be read.
  static func issuesApartFromReferences(in path: String) throws -> [ConfigurationError.Issue] {
    guard path == "-" else { return ResourceConfiguration.issuesApartFromReferences(inFile: path) }
    return ResourceConfiguration.issuesApartFromReferences(in: try standardInput(), name: standardInputName)
  }

  /// The names of the services in a document, even if it has mistakes; names with references are left out.
  static func serviceNames(in path: String) -> [String] {
    let data = path == "-" ? try? standardInput() : FileManager.default.contents(atPath: path)
    guard let data, let document = try? JSON(parsing: data) else { return [] }
    let services = document["backendServices"].array ?? [document]
    return services.compactMap { service in
      guard let name = service["service"].string, !name.utf8.contains(UInt8(ascii: "$")) else { return nil }
      return name.utf8.first == UInt8(ascii: "/") ? String(name.dropFirst()) : name
    }
  }

  private static func standardInput() throws -> Data {
    do { return try givenInput.get() } catch {
      throw InputError("the configuration cannot be read from standard input: \(error)", status: .configuration)
    }
  }

  /// Standard input, which can be read once.
  private static let givenInput = Result { try GivenFile.read("-") }
}
