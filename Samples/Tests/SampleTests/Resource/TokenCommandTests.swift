// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import Foundation
import LoopbackServer
import ResourceRequestKit
import Testing

@testable import ResourceCommand

@Suite struct TokenCommandTests {
  /// Runs `resource token` with the sample client's secret.
  private func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> BuiltProduct.Outcome {
    let variables = ["SAMPLE_SECRET": "sample-secret"].merging(environment) { $1 }
    return try await BuiltProduct.resource.run(["token"] + arguments, environment: variables)
  }

  private func withGateway(_ body: ([String]) async throws -> Void) async throws {
    let server = try await GatewayServer.start()
    let client = ["--client-id", "sample", "--client-secret-env", "SAMPLE_SECRET"]
    do {
      try await body(["--gateway", server.url + "/mfp"] + client)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test func `get says what a token is good for, and the token where it is asked to`() async throws {
    try await withGateway { gateway in
      let shown = try await run(["get", "--scope", "account"] + gateway)
      #expect(shown.status == 0, "\(shown.errors)")
      #expect(shown.text.contains("‹redacted›"))
      #expect(shown.text.contains(/scope +RegisteredClient account/))
      #expect(shown.text.contains(/lifetime +59:59/))
      let revealed = try await run(["get", "--reveal"] + gateway)
      #expect(revealed.text.wholeMatch(of: /[A-Za-z0-9_-]{43}\n/) != nil)
      #expect(revealed.errors.isEmpty)
    }
  }

  @Test func `tokens of one issuer are kept apart by the audience they are for`() throws {
    func identity(_ audience: String) throws -> (issuer: String, clientID: String) {
      let auth = #"{"type":"oauth2","tokenUrl":"https://id.example/t","clientId":"c","clientSecret":"s"\#(audience)}"#
      let json = #"{"service":"a","baseUrl":"https://a.example","auth":\#(auth)}"#
      return KeptTokens.identity(of: .service(0), in: try ResourceConfiguration(json: json))
    }
    let all = try ["", #","audience":"A""#, #","audience":"B""#].map { try identity($0).issuer }
    #expect(Set(all).count == 3)
  }

  @Test func `tokens are kept where a cache is named, until they are cleared`() async throws {
    try await withGateway { gateway in
      try await withTemporaryFolder { folder in
        let path = folder.appending(path: "tokens.json").path
        let cache = ["RESOURCE_TOKEN_CACHE": path]
        let first = try await run(["get", "--reveal", "--scope", "account"] + gateway, cache).text
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try await run(["get", "--reveal", "--scope", "account"] + gateway, cache).text == first)
        let other = try await run(["get", "--reveal"] + gateway, cache).text
        #expect(other != first)
        let cleared = try await run(["clear", "--scope", "account", "--token-cache", path])
        #expect(cleared.errors == "1 token removed\n")
        #expect(try await run(["get", "--reveal"] + gateway, cache).text == other)
        #expect(try await run(["get", "--reveal", "--scope", "account"] + gateway, cache).text != first)
        // A service without tokens is an error; it does not clear the tokens of all.
        #expect(try await run(["clear", "--service", "nobody"], cache).status == 2)
        #expect(try await run(["clear"] + gateway, cache).errors == "2 tokens removed\n")
        #expect(try await run(["clear"], cache).errors == "0 tokens removed\n")
      }
    }
  }

  @Test func `a kept token the server refuses is replaced`() async throws {
    try await withGateway { gateway in
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "tokens.json")
        let cache = ["SAMPLE_SECRET": "sample-secret", "RESOURCE_TOKEN_CACHE": file.path]
        let first = try await run(["get", "--reveal"] + gateway, cache).text.trimmingCharacters(in: .newlines)
        let changed = try String(contentsOf: file, encoding: .utf8).replacing(first, with: "revoked")
        try Data(changed.utf8).write(to: file)
        let arguments = ["send", "GET", "/adapters/account/profile", "--scope", "RegisteredClient"] + gateway
        let outcome = try await BuiltProduct.resource.run(arguments, environment: cache)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try !String(contentsOf: file, encoding: .utf8).contains("revoked"))
      }
    }
  }

  @Test func `a cache others can read, and one that is none, are refused`() async throws {
    try await withGateway { gateway in
      try await withTemporaryFolder { folder in
        let file = folder.appending(path: "tokens.json")
        try Data("{}".utf8).write(to: file)
        let cache = ["RESOURCE_TOKEN_CACHE": file.path]
        chmod(file.path, 0o644)
        #expect(try await run(["clear"], cache).errors.contains("chmod 600"))
        chmod(file.path, 0o600)
        #expect(try await run(["clear"], cache).errors.contains("holds no tokens"))
        #expect(try await run(["clear"]).errors.contains("--token-cache"))
      }
    }
  }

  @Test func `introspect writes what the server knows, and its status says whether the token is active`() async throws {
    try await withGateway { gateway in
      let known = try await run(["introspect", "--scope", "account"] + gateway)
      #expect(known.status == 0, "\(known.errors)")
      #expect(try JSON(parsing: known.text)["scope"] == "RegisteredClient account")
      let unknown = try await run(["introspect", "--token-env", "HOME"] + gateway)
      #expect(unknown.status == 1)
      #expect(try JSON(parsing: unknown.text)["active"] == false)
    }
  }

  @Test func `where nothing gets tokens it says what to name`() async throws {
    let outcome = try await run(["get"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--token-url"))
    let wrong = try await run([
      "get", "--client-id", "a", "--client-secret-env", "HOME", "--token-url", "http://127.0.0.1:1/",
    ])
    #expect(wrong.status == 3)
    #expect(wrong.errors.contains("no connection"))
  }
}
