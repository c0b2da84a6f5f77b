// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// The options that select a token and its owner.
struct TokenFlags: ParsableArguments {
  /// The name of the service created for a token endpoint that no configured service has.
  static let endpointName = "--token-url"

  @Option(help: ArgumentHelp("The scopes of the token, such as \"read write\".", valueName: "words"))
  var scope: String?

  @Option(
    name: .customLong("client-id"),
    help: ArgumentHelp("The client ID to fetch tokens with (OAuth 2.0 client credentials).", valueName: "id")
  )
  var clientID: String?

  @Option(help: ArgumentHelp("The environment variable with the client's secret.", valueName: "name"))
  var clientSecretEnv: String?

  @Option(
    name: .customLong("token-url"),
    help: ArgumentHelp("The token endpoint; a gateway has its own.", valueName: "url")
  )
  var tokenURL: String?

  @Option(
    help: ArgumentHelp(
      "The file that keeps tokens between runs; default: $RESOURCE_TOKEN_CACHE, or none.",
      valueName: "file"
    )
  )
  var tokenCache: String?

  func validate() throws {
    if clientID != nil, clientSecretEnv == nil {
      throw ValidationError("--client-id: name the variable its secret is in with --client-secret-env")
    }
    for (option, value) in [("--client-secret-env", clientSecretEnv), ("--token-url", tokenURL)] {
      if value != nil, clientID == nil { throw ValidationError("\(option): name the program with --client-id") }
    }
  }

  /// The file that stores tokens; `nil` for none.
  var cacheFile: TokenCacheFile? {
    let path = tokenCache ?? ProcessInfo.processInfo.environment["RESOURCE_TOKEN_CACHE"] ?? ""
    return path.isEmpty ? nil : TokenCacheFile(path: path)
  }

  /// Replaces the owner's credential with the client given here.
  ///
  /// - Throws: ``InputError`` for a missing secret, or a missing or invalid endpoint.
  func apply(
    to configuration: inout ResourceConfiguration,
    for owner: TokenOwner,
    introspectionURL: String? = nil
  ) throws {
    guard let clientID, let clientSecretEnv else {
      if introspectionURL == nil { return }
      throw InputError("--introspection-url: name the program that asks with --client-id")
    }
    let secret = try Secret(variable: clientSecretEnv, of: "--client-secret-env")
    let url = try tokenURL.map { try Self.url($0, of: "--token-url") }
    if url == nil, owner != .gateway {
      throw InputError("--client-id: name the token endpoint with --token-url; only a gateway has one of its own")
    }
    var credentials = ClientCredentials(tokenURL: url, clientID: clientID, clientSecret: secret)
    if let scope { credentials.scope = TokenScope(scope) }
    credentials.introspectionURL = try introspectionURL.map { try Self.url($0, of: "--introspection-url") }
    if case .address = owner, let url {
      let endpoint = BackendService(name: Self.endpointName, baseURL: url, credential: .oauth2(credentials))
      configuration.services.append(endpoint)
    }
    owner.use(.oauth2(credentials), in: &configuration)
  }

  /// Whether the owner's credential can get tokens.
  func areTaken(by owner: TokenOwner, in configuration: ResourceConfiguration) -> Bool {
    owner.shownCredential(in: configuration)["type"] == "oauth2"
  }

  /// Checks that a scope is requested only from an owner with tokens.
  ///
  /// - Throws: ``InputError`` that says which option to add.
  func checkScope(for owner: TokenOwner, in configuration: ResourceConfiguration) throws {
    guard scope != nil, !areTaken(by: owner, in: configuration) else { return }
    throw InputError("--scope: \(owner.noTokens(in: configuration))")
  }

  private static func url(_ text: String, of option: String) throws -> ResourceURL {
    do { return try ResourceURL(text) } catch { throw InputError("\(option): \(error.reason)") }
  }
}

extension TokenOwner {
  /// Explains why there are no tokens, and how to get some.
  func noTokens(in configuration: ResourceConfiguration) -> String {
    let remedy = "name a program with --client-id, or configure oauth2 for it"
    switch self {
    case .gateway where configuration.gateway == nil:
      return "there is no gateway to get tokens from; name it with --gateway"
    case .gateway:
      return "nothing gets tokens from the gateway; \(remedy)"
    case .service(let index):
      return "nothing gets tokens for the service \"\(configuration.services[index].name)\"; \(remedy)"
    case .address:
      return
        "nothing says where tokens come from; name a program with --client-id and its endpoint with --token-url, or "
        + "a --service or --gateway that has them"
    }
  }
}
