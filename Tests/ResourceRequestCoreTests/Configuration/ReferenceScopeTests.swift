// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

/// Which references in a document are looked up.
@Suite struct ReferenceScopeTests {
  private static let document = #"""
    {
      "gateway": {"serverURL": "https://gateway.example"},
      "backendServices": [
        {"service": "a", "baseUrl": "https://a.example", "auth": {"type": "bearer", "token": "${env:A_TOKEN}"}},
        {"service": "/b", "baseUrl": "https://b.example", "tls": {"caFile": "no-such-file.pem"}},
        {"service": "c", "baseUrl": "https://c.example", "headers": {"X-C": "plain"}}
      ]
    }
    """#

  private func read(
    _ text: String = document,
    _ environment: [String: String] = [:],
    for scope: ResourceConfiguration.ReferenceScope
  ) throws -> ResourceConfiguration {
    try Self.withFile(text) { path in
      try ResourceConfiguration(contentsOf: path, environment: environment, lookingUp: scope)
    }
  }

  private static func withFile<Value>(
    _ text: String,
    _ body: (String) throws -> Value
  ) throws -> Value {
    let file = FileManager.default.temporaryDirectory.appending(path: "scope-\(UUID().uuidString).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file.path)
  }

  @Test func `a service is read with its own references, and others without theirs are left out`() throws {
    let configuration = try read(Self.document, ["A_TOKEN": "hush"], for: .service("a"))
    #expect(configuration.services.map(\.name) == ["a", "c"])
    #expect(configuration.services.first?.credential != nil)
    #expect(configuration.gateway != nil)
    #expect(try read(for: .service("c")).services.map(\.name) == ["c"])
    #expect(try read(for: .service(nil)).services.map(\.name) == ["c"])
  }

  @Test(arguments: [ResourceConfiguration.ReferenceScope.everything, .service("a"), .service("b")])
  func `what is used must be there`(_ scope: ResourceConfiguration.ReferenceScope) {
    #expect(throws: ConfigurationError.self) { try read(for: scope) }
  }

  @Test func `a name that is a reference is looked up to be known`() throws {
    let text = Self.document.replacing(#""service": "a""#, with: #""service": "${env:NAME}""#)
    let configuration = try read(text, ["NAME": "named", "A_TOKEN": "hush"], for: .service("named"))
    #expect(configuration.services.map(\.name) == ["named", "c"])
    #expect(throws: ConfigurationError.self) { try read(text, ["NAME": "named"], for: .service("c")) }
  }

  @Test func `what is wrong with a service that is not used is said nevertheless`() {
    let text = Self.document.replacing(#""X-C": "plain""#, with: #""X C": "plain""#)
    #expect(throws: ConfigurationError.self) { try read(text, ["A_TOKEN": "hush"], for: .service("a")) }
  }

  @Test func `nothing need be there for a document to be checked without its references`() throws {
    let text = #"""
      {
        "gateway": {"serverURL": "${env:G}", "auth": {"type": "oauth2", "clientId": "${env:I}", "clientSecret": "${file:/no/s}"}},
        "defaults": {
          "proxy": {"url": "${env:P}", "username": "${env:U}", "password": "hush"},
          "timeouts": {"read": "${env:R}"}, "maxConnections": 5, "redirects": "${env:X}",
          "tls": {"certificate": "/no/certificate.pem", "key": "${env:K}", "caDirectory": "/no/folder"}
        },
        "backendServices": [
          {"service": "${env:S}", "baseUrl": "http://${env:NOBODY:-h}/v1", "via": "gateway",
           "auth": {"type": "bearer", "token": "${file:/no/such/file}"}}
        ]
      }
      """#
    #expect(try Self.withFile(text) { ResourceConfiguration.issuesApartFromReferences(inFile: $0) }.isEmpty)
    #expect(throws: ConfigurationError.self) { try read(text, for: .everything) }
  }

  @Test func `and no line of it shows what is secret by its own configuration`() throws {
    let text = #"""
      {"service": "a", "baseUrl": "https://a.example/?zebraLane=hush", "nonsense": 1, "auth":
       {"type": "apikey", "credential": {"apikey": "k7k", "policy": "query", "name": "zebraLane"}}}
      """#
    let issues = try Self.withFile(text) { ResourceConfiguration.issuesApartFromReferences(inFile: $0) }
    #expect(issues.count == 1 && !"\(issues)".contains("hush"), "\(issues)")
  }

  @Test(arguments: [
    (#""${evn:X}""#, "a reference of an unknown kind"), (#""${env:1X}""#, "the name of an environment variable"),
    (#""${file:}""#, "the path is missing"), (#""${env:X""#, "is not closed"), ("5", "expected a string"),
  ])
  func `what is wrong with a document apart from its references is said`(value: String, message: String) throws {
    let text = #"{"service": "a", "baseUrl": \#(value)}"#
    let issues = try Self.withFile(text) { ResourceConfiguration.issuesApartFromReferences(inFile: $0) }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains(message) == true, "\(issues)")
    #expect(issues.first?.line == 1)
  }

  @Test func `a file that is not there or not JSON is an issue`() throws {
    #expect(ResourceConfiguration.issuesApartFromReferences(inFile: "/no/such/file").count == 1)
    #expect(try Self.withFile("{") { ResourceConfiguration.issuesApartFromReferences(inFile: $0) }.count == 1)
  }
}
