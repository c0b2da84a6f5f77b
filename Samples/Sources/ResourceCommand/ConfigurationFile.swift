// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit
import ResourceRequestSigning
import ResourceRequestValkey
import Synchronization

/// The configuration to use: the named one, or the one from the environment, as for sending requests.
struct ConfigurationFile: ParsableArguments {
  @Argument(
    help: "The configuration, - for standard input; default: $RESOURCE_CONFIG.",
    completion: Completions.configuration
  )
  var file: String?

  /// The path of the configuration, which an option may name too.
  ///
  /// - Throws: ``InputError`` if none is named.
  func path(or option: String? = nil) throws -> String {
    guard let path = Self.path(file ?? option) else {
      throw InputError("no configuration is named: write its file, or set $RESOURCE_CONFIG")
    }
    return path
  }

  /// The named path, or the one from the environment; `nil` for neither.
  static func path(_ named: String?) -> String? {
    let path = named ?? ProcessInfo.processInfo.environment["RESOURCE_CONFIG"] ?? ""
    return path.isEmpty ? nil : path
  }

  /// The standard keys, and those of the features that come with the SDK; signatures last, as they are made when a request has
  /// waited for all else.
  static let vocabulary = Vocabulary.standard + [FleetRate(), FleetStores(), AWSSignature(), MessageSignature()]

  /// The same for one run of a simulation, in which instances share what they do without a server.
  static var simulatedVocabulary: Vocabulary {
    .standard + [FleetRate.forSimulation(), FleetStores.forSimulation(), AWSSignature(), MessageSignature()]
  }

  /// The name of a configuration from standard input, in messages and source places.
  static let standardInputName = "<stdin>"

  /// The name of a configuration in messages.
  static func name(of path: String) -> String { path == "-" ? standardInputName : path }

  /// Reads a configuration, from standard input for `-`, or from a pipe such as that of `<(…)`; its relative paths then
  /// start from the working directory.
  ///
  /// - Throws: `ConfigurationError`; ``InputError`` if standard input or the pipe cannot be read.
  static func read(
    _ path: String,
    checkedBy transport: (any Transport)? = nil,
    lookingUp scope: ResourceConfiguration.ReferenceScope = .everything,
    vocabulary: Vocabulary = vocabulary
  ) throws -> ResourceConfiguration {
    guard let data = try given(path) else {
      return try ResourceConfiguration(
        contentsOf: path,
        checkedBy: transport,
        lookingUp: scope,
        vocabulary: vocabulary
      )
    }
    return try ResourceConfiguration(
      json: data,
      name: name(of: path),
      checkedBy: transport,
      lookingUp: scope,
      vocabulary: vocabulary
    )
  }

  /// Reads a configuration without the services whose references cannot be resolved, since a secret is missing here.
  ///
  /// - Throws: `ConfigurationError` for other mistakes, and for references outside services; ``InputError`` if standard
  ///   input or the pipe cannot be read.
  static func readWhatCanBe(_ path: String, vocabulary: Vocabulary = vocabulary) throws -> (
    configuration: ResourceConfiguration, missing: [(service: String, error: ConfigurationError)]
  ) {
    do { return (try read(path, vocabulary: vocabulary), []) } catch let error as ConfigurationError {
      let names = serviceNames(in: path)
      guard !names.isEmpty, try issuesApartFromReferences(in: path).isEmpty else { throw error }
      var configuration = try read(path, lookingUp: .service(nil), vocabulary: vocabulary)
      var missing: [(String, ConfigurationError)] = []
      for name in names where !configuration.services.contains(where: { $0.name == name }) {
        do {
          let read = try read(path, lookingUp: .service(name), vocabulary: vocabulary)
          configuration.services += read.services.filter { $0.name == name }
        } catch let error as ConfigurationError {
          missing.append((name, error))
        }
      }
      return (configuration, missing)
    }
  }

  /// Lists the mistakes in a configuration without resolving its references.
  ///
  /// - Throws: ``InputError`` if standard input or the pipe cannot be read.
  static func issuesApartFromReferences(in path: String) throws -> [ConfigurationError.Issue] {
    guard let data = try given(path) else {
      return ResourceConfiguration.issuesApartFromReferences(inFile: path, vocabulary: vocabulary)
    }
    return ResourceConfiguration.issuesApartFromReferences(in: data, name: name(of: path), vocabulary: vocabulary)
  }

  /// The names of the services in a document, even if it has mistakes; names with references are left out.
  static func serviceNames(in path: String) -> [String] {
    guard let data = try? given(path) ?? FileManager.default.contents(atPath: path),
      let document = try? JSON(parsing: data)
    else { return [] }
    let services = document["backendServices"].array ?? [document]
    return services.compactMap { service in
      guard let name = service["service"].string, !name.utf8.contains(UInt8(ascii: "$")) else { return nil }
      return name.utf8.first == UInt8(ascii: "/") ? String(name.dropFirst()) : name
    }
  }

  /// The bytes of a document, whatever is in it.
  ///
  /// - Throws: ``InputError`` if it cannot be read.
  static func bytes(of path: String) throws -> Data {
    if let data = try given(path) { return data }
    do { return try GivenFile.read(path) } catch {
      throw InputError("\(path) cannot be read: \(error)", status: .configuration)
    }
  }

  /// The bytes of standard input or of a pipe; `nil` for a file.
  private static func given(_ path: String) throws -> Data? {
    guard path == "-" || GivenFile.isPipe(path) else { return nil }
    if let known = taken.withLock({ $0[path] }) { return known }
    do {
      let data = try GivenFile.read(path)
      taken.withLock { $0[path] = data }
      return data
    } catch {
      let place = path == "-" ? "standard input" : path
      throw InputError("the configuration cannot be read from \(place): \(error)", status: .configuration)
    }
  }

  /// What was read of standard input and of pipes, which can be read once.
  private static let taken = Mutex<[String: Data]>([:])
}
