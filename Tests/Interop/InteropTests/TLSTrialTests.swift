// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// What libcurl reports about certificates and keys when a configuration is read, without a connection.
@Suite struct TLSTrialTests {
  static let transports = TransportUnderTest.allCases

  /// The issues of a document with these members of `tls`; `@` stands for the directory of the client's certificate.
  private func issues(_ members: String, over kind: TransportUnderTest) throws -> [ConfigurationError.Issue] {
    let members = members.replacing("@", with: try Servers.variable("INTEROP_CLIENT"))
    let document = #"{"service": "a", "baseUrl": "https://a.example", "tls": {\#(members)}}"#
    do {
      _ = try ResourceConfiguration(json: document, name: "services.json", checkedBy: kind.transport)
      return []
    } catch {
      return error.issues
    }
  }

  @Test(arguments: transports)
  func `a certificate and a key that fit are accepted, with authorities or without`(
    over kind: TransportUnderTest
  ) throws {
    let encrypted = #""key": "@/client-encrypted.key", "keyPassword": "secret""#
    for members in [
      "", #""caFile": "@/ca.pem""#, #""caDirectory": "@/directory""#, #""serverName": "b.example""#,
      #""certificate": "@/client.pem", "key": "@/client.key""#,
      #""certificate": "@/client.pem", "key": "@/client.key", "keyPassword": "not needed""#,
      #""certificate": "@/client.pem", "minimumVersion": "1.3", \#(encrypted)"#,
      #""caFile": "@/ca.pem", "certificate": "@/client.pem", \#(encrypted)"#,
    ] {
      #expect(try issues(members, over: kind) == [], "\(members)")
    }
  }

  @Test(arguments: transports)
  func `a wrong password is told where it is written, and not what it is`(over kind: TransportUnderTest) throws {
    let members = #""certificate": "@/client.pem", "key": "@/client-encrypted.key", "keyPassword": "guessed""#
    let issue = try #require(try issues(members, over: kind).first)
    #expect(issue.message == #""keyPassword" does not open a private key that is the certificate's"#)
    #expect(issue.file == "services.json")
    #expect(issue.line == 1)
    #expect(issue.sourceLine?.contains("guessed") == false)
    #expect(issue.sourceLine?.contains("keyPassword") == true)
  }

  @Test(arguments: transports)
  func `a key of another certificate is reported`(over kind: TransportUnderTest) throws {
    let found = try issues(#""certificate": "@/client.pem", "key": "@/server.key""#, over: kind)
    #expect(
      found.map(\.message) == [
        #""key" has no private key that can be used and is the certificate's; an encrypted one needs its password"#
      ]
    )
    let encrypted = #""certificate": "@/server.pem", "key": "@/client-encrypted.key", "keyPassword": "secret""#
    #expect(try issues(encrypted, over: kind).first?.message.hasPrefix(#""keyPassword" does not open"#) == true)
  }

  @Test(arguments: transports)
  func `files that look like what they should be and are not are told`(over kind: TransportUnderTest) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, label) in [("ca", "CERTIFICATE"), ("key", "PRIVATE KEY")] {
      let text = "-----BEGIN \(label)-----\nMAMCAQE=\n-----END \(label)-----\n"
      try Data(text.utf8).write(to: folder.appending(path: name + ".pem"))
    }
    let path = folder.path
    for (members, option) in [
      (#""caFile": "\#(path)/ca.pem""#, "caFile"),
      (#""certificate": "\#(path)/ca.pem", "key": "@/client.key""#, "certificate"),
      (#""certificate": "@/client.pem", "key": "\#(path)/key.pem""#, "key"),
    ] {
      let found = try issues(members, over: kind)
      #expect(found.count == 1)
      #expect(found.first?.message.hasPrefix("\"\(option)\"") == true, "\(found)")
    }
  }

  @Test func `a client made of a file reads it for its own transport`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString + ".json")
    defer { try? FileManager.default.removeItem(at: file) }
    let client = try Servers.variable("INTEROP_CLIENT")
    func write(key: String) throws {
      let tls = #"{"certificate": "\#(client)/client.pem", "key": "\#(client)/\#(key)"}"#
      try Data(#"{"service": "a", "baseUrl": "https://a.example", "tls": \#(tls)}"#.utf8).write(to: file)
    }
    try write(key: "client.key")
    #expect(try ResourceClient(contentsOf: file.path).configuration.services.count == 1)
    try write(key: "server.key")
    let error = #expect(throws: ConfigurationError.self) { try ResourceClient(contentsOf: file.path) }
    #expect(error?.issues.first?.file == file.path)
  }
}
