// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `Netrc files` {
  static func find(_ text: String, _ origin: String) async throws -> LoginCredential? {
    let space = ProtectionSpace(origin: try Origin(origin), realm: nil, scheme: "basic")
    return await (try NetrcCredentialStore(text: text, name: "netrc")).credential(for: space, refused: nil)
  }

  static let text = """
    # mine
    machine a.example login ann password "p \\"w\\\\ # x"
    machine B.example
      login bob account none
      password x#y
    macdef init
    machine c.example login no password no

    machine c.example password only
    default login anybody password at-all
    """

  @Test(arguments: [
    ("https://a.example:8443", "ann", #"p "w\ # x"#), ("http://b.example", "bob", "x#y"),
    ("http://c.example", "", "only"), ("http://d.example", "anybody", "at-all"),
  ])
  func `a host finds its entry, others the default one`(_ origin: String, _ name: String, _ password: String)
    async throws
  {
    #expect(try await Self.find(Self.text, origin) == LoginCredential(username: name, password: Secret(password)))
  }

  @Test(
    arguments: [
      ("https://a.example:8443", "ann"), ("http://a.example", nil), ("http://a.example:8080", nil),
      ("http://p.example:8080", "named"), ("http://p.example", nil), ("https://p.example", nil),
      ("https://d.example", nil),
    ] as [(String, String?)]
  )
  func `a target of a redirect gets what stands there over TLS or for its port, and never the default`(
    _ origin: String,
    _ name: String?
  ) async throws {
    let store = try NetrcCredentialStore(text: Self.text + "\nmachine p.example:8080 login named", name: "netrc")
    let origin = try Origin(origin)
    let space = ProtectionSpace(origin: origin, realm: nil, scheme: "basic", isRedirectTarget: true)
    #expect(await store.credential(for: space, refused: nil)?.username == name)
  }

  @Test func `nothing is found where nothing stands`() async throws {
    #expect(try await Self.find("machine a.example login x", "http://b.example") == nil)
    #expect(try await Self.find("", "http://b.example") == nil)
    #expect(try await Self.find("machine b login x", "http://b.") == nil)
    #expect(try await Self.find("macdef x\nmachine b.example login y", "http://b.example") == nil)
  }

  @Test(arguments: [
    ("machine", 1), ("\nmachine a login", 2), ("machine a password \"hunter2", 1), ("a\nhunter2", 1),
    ("machine a login b\n\nhunter2", 3),
  ])
  func `a wrong form is an error that tells the line and not the word`(_ text: String, _ line: Int) throws {
    let error = try #require(throws: ResourceError.self) { try NetrcCredentialStore(text: text, name: "netrc") }
    #expect(error.message.hasPrefix("netrc:\(line): "))
    #expect(!error.message.contains("hunter2"))
  }

  @Test func `a refused credential is not given again`() async throws {
    let origin = try Origin("http://a.example")
    let space = ProtectionSpace(origin: origin, realm: "r", scheme: "basic")
    let ann = LoginCredential(username: "ann", password: "1")
    let bob = LoginCredential(username: "bob", password: "2")
    let store = InMemoryCredentialStore()
    store.set(ann, for: origin)
    #expect(await store.credential(for: space, refused: nil) == ann)
    #expect(await store.credential(for: space, refused: ann) == nil)
    store.set(bob, for: origin, realm: "r")
    #expect(await store.credential(for: space, refused: nil) == bob)
    store.set(nil, for: origin, realm: "r")
    #expect(await store.credential(for: space, refused: nil) == ann)
  }

  @Test func `an IPv6 address may stand in brackets`() async throws {
    #expect(try await Self.find("machine ::1 login ann", "http://[::1]:8080")?.username == "ann")
    #expect(try await Self.find("machine [::1] login ann", "http://[::1]:8080")?.username == "ann")
    #expect(try await Self.find("machine ::1 login ann", "http://[::2]") == nil)
    #expect(try await Self.find("machine a.example login ann", "http://a.example.") == nil)
  }

  @Test func `a password may begin with a number sign`() async throws {
    let text = "machine a.example login ann password #1\nmachine b.example login bob password 2 # bob's"
    #expect(try await Self.find(text, "http://a.example") == LoginCredential(username: "ann", password: "#1"))
    #expect(try await Self.find(text, "http://b.example") == LoginCredential(username: "bob", password: "2"))
  }
}
