// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import Testing

/// Which certificates are accepted, on both sides.
@Suite struct TLSTests {
  static let transports = TransportUnderTest.allCases

  private let trusted: TLSOptions
  private let client: String

  init() throws {
    trusted = TLSOptions(caFile: try Servers.authority())
    client = try Servers.variable("INTEROP_CLIENT")
  }

  private func get(_ url: String, _ tls: TLSOptions?, over transport: any Transport) async throws -> JSON {
    let options = ExchangeOptions(connection: ConnectionOptions(tls: tls))
    let response = try await TransportUnderTest.curl.send(.get, url, options: options, over: transport)
    return try JSON(parsing: String(decoding: response.body.bytes, as: UTF8.self))
  }

  private func code(of url: String, _ tls: TLSOptions?, over transport: any Transport) async -> ResourceError.Code? {
    let options = ExchangeOptions(connection: ConnectionOptions(tls: tls))
    let failure = await #expect(throws: TransportFailure.self) {
      try await TransportUnderTest.curl.send(.get, url, options: options, over: transport)
    }
    return failure?.code
  }

  @Test(arguments: transports)
  func `a named authority is trusted, as a file and as a directory`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    _ = try await get(Servers.nginxTLS("/echo"), trusted, over: transport)
    let directory = TLSOptions(caDirectory: try Servers.variable("INTEROP_CA_DIRECTORY"))
    _ = try await get(Servers.nginxTLS("/echo"), directory, over: transport)
  }

  @Test(arguments: transports)
  func `a connection is never used again with less trust than made it`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let url = try Servers.nginxTLS("/echo")
    let first = try await get(url, trusted, over: transport)
    #expect(await code(of: url, nil, over: transport) == .certificateRejected)
    var stranger = trusted
    stranger.pinnedPublicKeys = [PublicKeyPin(of: "another key".utf8)]
    #expect(await code(of: url, stranger, over: transport) == .certificateRejected)
    #expect(try await get(url, trusted, over: transport)["connection"] == first["connection"])
  }

  @Test(arguments: transports)
  func `W15: one of several pinned keys must be the server's, on a connection of their own`(
    over kind: TransportUnderTest
  ) async throws {
    let transport = kind.alone()
    let url = try Servers.nginxTLS("/echo")
    let unpinned = try await get(url, trusted, over: transport)
    var pinned = trusted
    let pin = try #require(PublicKeyPin(try Servers.variable("INTEROP_PIN")))
    pinned.pinnedPublicKeys = [PublicKeyPin(of: "another key".utf8), pin]
    let first = try await get(url, pinned, over: transport)
    #expect(first["connection"] != unpinned["connection"])
    #expect(try await get(url, pinned, over: transport)["connection"] == first["connection"])
    // A pin does not replace the authority.
    #expect(await code(of: url, TLSOptions(pinnedPublicKeys: [pin]), over: transport) == .certificateRejected)
  }

  @Test(arguments: transports)
  func `certificates that are expired or another host's are rejected`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    #expect(
      await code(of: try Servers.variable("INTEROP_TLS_EXPIRED"), trusted, over: transport) == .certificateRejected
    )
    let other = try Servers.variable("INTEROP_TLS_OTHER_HOST")
    #expect(await code(of: other, trusted, over: transport) == .certificateRejected)
  }

  @Test(arguments: transports)
  func `the name of the server is asked for and looked for, and Host stays the URL's`(
    over kind: TransportUnderTest
  ) async throws {
    let transport = kind.alone()
    var named = trusted
    named.serverName = "other.example"
    let url = try Servers.variable("INTEROP_TLS_OTHER_HOST")
    let seen = try await get(url, named, over: transport)
    #expect(seen["name"] == "other.example")
    #expect(seen["host"] == .string(url.replacing("https://", with: "")))
    #expect(await code(of: url, trusted, over: transport) == .certificateRejected)
  }

  @Test(arguments: transports)
  func `a client's certificate is shown where it is configured`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let url = try Servers.variable("INTEROP_TLS_CLIENT_AUTH")
    let options = ExchangeOptions(connection: ConnectionOptions(tls: trusted))
    #expect(try await kind.send(.get, url, options: options, over: transport).status == 400)
    var shown = trusted
    shown.certificate = client + "/client.pem"
    shown.key = client + "/client.key"
    #expect(try await get(url, shown, over: transport)["subject"] == "CN=client")
    shown.key = client + "/client-encrypted.key"
    shown.keyPassword = "secret"
    #expect(try await get(url, shown, over: transport)["subject"] == "CN=client")
    // A request without a certificate does not use the open connection that has one.
    #expect(try await kind.send(.get, url, options: options, over: transport).status == 400)
  }

  @Test(arguments: transports)
  func `a service's certificate is shown to its own origin and to no other`(
    over kind: TransportUnderTest
  ) async throws {
    let own = try Servers.variable("INTEROP_TLS_CLIENT_AUTH")
    let elsewhere = own.replacing("127.0.0.1", with: "localhost")
    let text = """
      {"defaults": {"tls": {"caFile": "\(try Servers.authority())"}},
       "backendServices": [
         {"service": "own", "baseUrl": "\(own)",
          "tls": {"caFile": "\(try Servers.authority())", "certificate": "\(client)/client.pem",
                  "key": "\(client)/client.key"}},
         {"service": "other", "baseUrl": "\(elsewhere)"}]}
      """
    let sender = ResourceClient(configuration: try ResourceConfiguration(json: text), transport: kind.alone())
    let shown = try await sender.send(ResourceRequest("x", service: "own"))
    #expect(shown.json?["subject"].string == "CN=client")
    // The response is 400, "No required SSL certificate was sent".
    for request in [
      ResourceRequest("elsewhere", service: "own"), ResourceRequest("x", service: "other"),
      ResourceRequest(elsewhere + "/x"),
    ] {
      let response = try await sender.send(request)
      #expect(response.status == 400)
      #expect(response.url.origin.host == "localhost")
    }
    // Afterwards the service's own origin still gets its certificate.
    #expect(try await sender.send(ResourceRequest("x", service: "own")).status == 200)
  }

  @Test func `a key that is replaced opens with the password that its file holds now`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "key-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func put(_ data: Data, _ name: String, age: TimeInterval) throws {
      let file = folder.appending(path: name)
      try data.write(to: file)
      let changed = Date(timeIntervalSinceNow: -age)
      try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: file.path)
    }
    func key(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: client).appending(path: name)) }
    try put(key("client.key"), "key.pem", age: 60)
    try put(Data("not needed yet".utf8), "password", age: 60)
    let document = """
      {"service": "own", "baseUrl": "\(try Servers.variable("INTEROP_TLS_CLIENT_AUTH"))",
       "tls": {"caFile": "\(try Servers.authority())", "certificate": "\(client)/client.pem",
               "key": "\(folder.path)/key.pem", "keyPassword": "${file:password}"}}
      """
    try put(Data(document.utf8), "backends.json", age: 60)
    let path = folder.appending(path: "backends.json").path
    let sender = ResourceClient(configuration: try ResourceConfiguration(contentsOf: path))
    #expect(try await sender.send(ResourceRequest("last", service: "own")).status == 200)
    try put(key("client-encrypted.key"), "key.pem", age: 30)
    try put(Data("secret".utf8), "password", age: 30)
    #expect(try await sender.send(ResourceRequest("last", service: "own")).json?["subject"].string == "CN=client")
  }

  @Test(arguments: transports)
  func `a handshake that needs a certificate fails without one`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    let url = try Servers.variable("INTEROP_TLS_STRICT")
    #expect(await code(of: url, trusted, over: transport) == .tlsHandshakeFailed)
    var old = trusted
    old.key = client + "/client.key"
    old.certificate = client + "/missing.pem"
    #expect(await code(of: url, old, over: transport) == .tlsHandshakeFailed)
  }

  @Test(arguments: transports)
  func `a key whose password is wrong fails the handshake`(over kind: TransportUnderTest) async throws {
    let transport = kind.alone()
    var shown = trusted
    shown.certificate = client + "/client.pem"
    shown.key = client + "/client-encrypted.key"
    shown.keyPassword = "wrong"
    let url = try Servers.variable("INTEROP_TLS_CLIENT_AUTH")
    #expect(await code(of: url, shown, over: transport) == .tlsHandshakeFailed)
  }

  @Test(arguments: transports)
  func `verification is off only if code says so, with one warning`(
    over kind: TransportUnderTest
  ) async throws {
    let transport = kind.alone()
    let observer = Warnings()
    let settings = ServiceSettings(connection: ConnectionOptions(tls: .insecureSkipVerify()))
    let service = BackendService(
      name: "own",
      baseURL: try ResourceURL(try Servers.variable("INTEROP_TLS_EXPIRED")),
      settings: settings
    )
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [service]),
      transport: transport,
      options: ClientOptions(environment: RequestEnvironment(observer: observer))
    )
    for _ in 0..<2 { #expect(try await client.send(ResourceRequest("/", service: "own")).text == "reached\n") }
    #expect(observer.messages.count == 1)
    #expect(observer.messages.first?.contains("not verified") == true)
  }

  /// Collects the warnings that an observer receives.
  private final class Warnings: EventObserver, @unchecked Sendable {
    private let lock = NSLock()
    private var told: [String] = []

    var messages: [String] { lock.withLock { told } }

    func observe(_ event: RequestEvent) {
      guard event.kind == .warning else { return }
      lock.withLock { told.append(event.message ?? "") }
    }
  }
}
