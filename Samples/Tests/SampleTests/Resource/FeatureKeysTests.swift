// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import LoopbackServer
import Testing

/// The keys of the features that come with the SDK, which the command knows.
@Suite struct FeatureKeysTests {
  private static func document(_ port: Int, _ features: String) -> String {
    #"{"service": "orders", "baseUrl": "http://127.0.0.1:\#(port)/", \#(features)}"#
  }

  private static let signing =
    #""sigv4": {"service": "execute-api", "region": "eu-central-1", "accessKey": "AKIDEXAMPLE", "secretKey": "hush"}"#

  @Test func `a request is signed as the configuration says`() async throws {
    try await withTemporaryFolder { folder in
      let server = try await LoopbackServer.start(
        handler: ClosureHTTPHandler { request in
          HTTPResponse(statusCode: .ok, body: Data((request.headers[.authorization] ?? "none").utf8))
        }
      )
      let port = try #require(URL(string: server.url)?.port)
      let file = folder.appending(path: "a.json")
      try Data(Self.document(port, Self.signing).utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run(
        "send",
        "GET",
        "x",
        "--service",
        "orders",
        "--config",
        file.path
      )
      let explained = try await BuiltProduct.resource.run("explain", "x", "--service", "orders", "--config", file.path)
      #expect(explained.text.contains("  sigv4.payload ") && !explained.text.contains("  fleetRate."))
      await server.stop(within: .zero)
      #expect(outcome.text.hasPrefix("AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/"), "\(outcome.errors)")
    }
  }

  @Test func `a mistake in their keys is told at its place`() async throws {
    try await withTemporaryFolder { folder in
      let file = folder.appending(path: "a.json")
      try Data(Self.document(1, #""fleetRate": {"requests": 5}"#).utf8).write(to: file)
      let outcome = try await BuiltProduct.resource.run("config", "lint", file.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains(#""fleetRate" has "requests" and no "server""#), "\(outcome.errors)")
    }
  }

  @Test func `the schema has their keys where they are asked for`() async throws {
    let all = try await BuiltProduct.resource.run("config", "schema", "--features")
    let own = try await BuiltProduct.resource.run("config", "schema")
    #expect(all.text.contains(#""fleetRate""#) && all.text.contains(#""sigv4""#))
    #expect(!own.text.contains(#""fleetRate""#))
  }
}
