// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Hosts that require https, from the response that says so to later requests (RFC 6797 §8).
struct StrictTransportTests {
  private let sent = Lock<[ResolvedRequest]>([])

  private func client(
    _ document: String = #"{"defaults": {"hsts": true}}"#,
    options: ClientOptions = ClientOptions(),
    _ answer: @escaping @Sendable (ResolvedRequest) -> TransportResponse = { _ in
      .text("ok", headers: ["Strict-Transport-Security": "max-age=60"])
    }
  ) throws -> ResourceClient {
    ResourceClient(
      configuration: try ResourceConfiguration(json: document),
      transport: StubTransport { [sent] request, _ in
        sent.withLock { $0.append(request) }
        return answer(request)
      },
      options: options
    )
  }

  private func urls() -> [String] { sent.withLock { $0.map(\.url.string) } }

  @Test func `a stored response that is confirmed without the field says nothing`() async throws {
    let clock = ManualClock()
    let document = #"""
      {"defaults": {"hsts": true, "cache": true}, "backendServices": [{"service": "s", "baseUrl": "https://h.example"}]}
      """#
    let options = ClientOptions(environment: RequestEnvironment(clock: clock))
    let client = try client(document, options: options) { request in
      if request.headers.contains("If-None-Match") { return .status(304) }
      return .text(
        "ok",
        headers: ["Strict-Transport-Security": "max-age=60", "ETag": "\"1\"", "Cache-Control": "no-cache"]
      )
    }
    _ = try await client.send(ResourceRequest("a", service: "s"))
    clock.advance(by: .seconds(59))
    #expect(try await client.send(ResourceRequest("a", service: "s")).cache?.outcome == .revalidated)
    clock.advance(by: .seconds(2))
    #expect(try await !client.send(ResourceRequest("http://h.example/")).isSchemeUpgraded)
  }

  @Test func `a file that cannot be written does not make the client remember more hosts`() async throws {
    let hosts = SecureHosts(try .file("/no/such/folder/hsts"))
    let response = TransportResponse.text("", headers: ["Strict-Transport-Security": "max-age=60"])
    for number in 0...SecureHostList.limit {
      try? await hosts.learn(from: response, of: try ResourceURL("https://h\(number).example/"), now: 0)
    }
    #expect(hosts.owedCount == 1)
  }

  @Test func `a response that anybody may have sent says nothing`() async throws {
    var configuration = try ResourceConfiguration(json: #"{"defaults": {"hsts": true}}"#)
    configuration.defaults.connection.tls = .insecureSkipVerify()
    let client = ResourceClient(
      configuration: configuration,
      transport: StubTransport { _, _ in .text("ok", headers: ["Strict-Transport-Security": "max-age=60"]) }
    )
    _ = try await client.send(ResourceRequest("https://h.example/a"))
    #expect(try await !client.send(ResourceRequest("http://h.example/a")).isSchemeUpgraded)
  }

  @Test(arguments: ["http", "https"])
  func `where a call goes on, it is by https, and still the service's`(_ scheme: String) async throws {
    let client = try client(
      #"{"defaults": {"hsts": true}, "backendServices": [{"service": "s", "baseUrl": "http://h.example", "auth": {"type": "bearer", "token": "k"}}]}"#
    )
    _ = try await client.send(ResourceRequest("https://h.example/a"))
    let next = CallOptions.Continuation(url: try ResourceURL("\(scheme)://h.example/items?page=2"), isForeign: false)
    var call = CallOptions()
    call.continuation = next
    _ = try await client.send(ResourceRequest("/items", service: "s"), call)
    let last = try #require(sent.withLock { $0.last })
    #expect(last.url.string == "https://h.example/items?page=2")
    #expect(last.service == "s" && last.headers["Authorization"] == "Bearer k")
  }

  @Test func `an explanation shows the scheme by which the request would be sent, with its credential`() async throws {
    let client = try client(
      #"{"defaults": {"hsts": true}, "backendServices": [{"service": "s", "baseUrl": "http://h.example", "auth": {"type": "bearer", "token": "k"}}]}"#
    )
    let request = ResourceRequest("/a", service: "s")
    #expect(try client.explain(request).url == "http://h.example/a")
    _ = try await client.send(ResourceRequest("https://h.example/a"))
    let explanation = try client.explain(request)
    #expect(explanation.url == "https://h.example/a")
    #expect(explanation.curl.contains("https://h.example") && explanation.curl.contains("Authorization"))
  }

  @Test func `where nobody wants https, what goes on without it has no credentials`() async throws {
    let client = try client(
      #"{"backendServices": [{"service": "s", "baseUrl": "https://h.example", "auth": {"type": "bearer", "token": "k"}}]}"#
    )
    var call = CallOptions()
    call.continuation = .init(url: try ResourceURL("http://h.example/items?page=2"), isForeign: false)
    _ = try await client.send(ResourceRequest("/items", service: "s"), call)
    let last = try #require(sent.withLock { $0.last })
    #expect(
      last.url.string == "http://h.example/items?page=2" && last.service == nil && last.headers["Authorization"] == nil
    )
  }

  @Test func `after a response over https a host is asked by https, and the response says so`() async throws {
    let client = try client()
    let before = try await client.send(ResourceRequest("http://h.example/a"))
    #expect(!before.isSchemeUpgraded)
    _ = try await client.send(ResourceRequest("https://h.example/a"))
    let after = try await client.send(ResourceRequest("http://h.example:80/b?c"))
    #expect(after.isSchemeUpgraded && after.url.string == "https://h.example/b?c")
    _ = try await client.send(ResourceRequest("http://h.example:8080/b"))
    _ = try await client.send(ResourceRequest("http://o.example/b"))
    #expect(
      urls() == [
        "http://h.example/a", "https://h.example/a", "https://h.example/b?c", "https://h.example:8080/b",
        "http://o.example/b",
      ]
    )
  }

  @Test func `nothing is remembered unless it is configured, nor of addresses`() async throws {
    for (document, host) in [("{}", "h.example"), (#"{"defaults": {"hsts": true}}"#, "192.0.2.1")] {
      let client = try client(document)
      _ = try await client.send(ResourceRequest("https://\(host)/"))
      #expect(try await !client.send(ResourceRequest("http://\(host)/")).isSchemeUpgraded)
    }
  }

  @Test func `an age of zero ends it, and so does time`() async throws {
    let clock = ManualClock()
    let options = ClientOptions(environment: RequestEnvironment(clock: clock))
    let client = try client(options: options) { request in
      .text("ok", headers: ["Strict-Transport-Security": request.url.path == "/end" ? "max-age=0" : "max-age=60"])
    }
    _ = try await client.send(ResourceRequest("https://h.example/"))
    clock.advance(by: .seconds(59))
    #expect(try await client.send(ResourceRequest("http://h.example/end")).isSchemeUpgraded)
    #expect(try await !client.send(ResourceRequest("http://h.example/")).isSchemeUpgraded)
    _ = try await client.send(ResourceRequest("https://h.example/"))
    clock.advance(by: .seconds(61))
    #expect(try await !client.send(ResourceRequest("http://h.example/")).isSchemeUpgraded)
  }

  @Test func `a redirect to http is followed by https, as the same origin with its credentials`() async throws {
    let client = try client(
      """
      {"backendServices": [{"service": "s", "baseUrl": "https://h.example", "hsts": true,
        "auth": {"type": "basic", "credential": {"username": "ann", "password": "pa55"}}}]}
      """
    ) { request in
      let headers: Headers = ["Strict-Transport-Security": "max-age=60", "Location": "http://h.example/b"]
      return request.url.path == "/a" ? TransportResponse(status: 302, headers: headers) : .text("ok")
    }
    let response = try await client.send(ResourceRequest("a", service: "s"))
    #expect(urls() == ["https://h.example/a", "https://h.example/b"])
    #expect(response.isSchemeUpgraded && response.request.service == "s")
    #expect(sent.withLock { $0.allSatisfy { $0.headers.contains("Authorization") } })
  }

  @Test func `a service by http keeps its credential by https, and another origin does not get it`() async throws {
    let client = try client(
      """
      {"defaults": {"hsts": true}, "backendServices": [{"service": "s", "baseUrl": "http://h.example",
        "auth": {"type": "basic", "credential": {"username": "ann", "password": "pa55"}}}]}
      """
    ) { request in
      let location = request.url.path == "/away" ? "http://o.example/" : ""
      var headers: Headers = ["Strict-Transport-Security": "max-age=60; includeSubDomains"]
      if !location.isEmpty { headers["Location"] = location }
      return TransportResponse(status: location.isEmpty ? 200 : 302, headers: headers)
    }
    _ = try await client.send(ResourceRequest("https://o.example/"))
    _ = try await client.send(ResourceRequest("https://h.example/"))
    _ = try await client.send(ResourceRequest("a", service: "s"))
    _ = try await client.send(ResourceRequest("away", service: "s"))
    #expect(urls().suffix(3) == ["https://h.example/a", "https://h.example/away", "https://o.example/"])
    #expect(sent.withLock { $0.map { $0.headers.contains("Authorization") } } == [false, false, true, true, false])
  }

  @Test func `a redirect of a service without it to a host that wants https is followed by https`() async throws {
    let client = try client(
      #"{"defaults": {"hsts": true}, "backendServices": [{"service": "s", "baseUrl": "http://h.example", "hsts": false}]}"#
    ) { request in
      var headers: Headers = ["Strict-Transport-Security": "max-age=60"]
      if request.url.path == "/away" { headers["Location"] = "http://o.example/x" }
      return TransportResponse(status: request.url.path == "/away" ? 302 : 200, headers: headers)
    }
    _ = try await client.send(ResourceRequest("https://o.example/"))
    _ = try await client.send(ResourceRequest("away", service: "s"))
    #expect(urls().suffix(2) == ["http://h.example/away", "https://o.example/x"])
  }

  @Test func `it is kept in a file for the next client, and a file that cannot be written is a warning`() async throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "hsts-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var options = ClientOptions()
    options.hsts = try .file(path)
    _ = try await client(options: options).send(ResourceRequest("https://h.example/"))
    options.hsts = try .file(path)
    #expect(try await client(options: options).send(ResourceRequest("http://h.example/")).isSchemeUpgraded)
    let events = RecordedEvents()
    var broken = ClientOptions(environment: RequestEnvironment(observers: [events]))
    broken.hsts = try .file(path + "/no/folder")
    let client = try client(options: broken)
    _ = try await client.send(ResourceRequest("https://h.example/"))
    #expect(events.events(of: .warning).contains { $0.message?.contains("HSTS host") == true })
    #expect(try await client.send(ResourceRequest("http://h.example/")).isSchemeUpgraded)
  }

  @Test func `what could not be written is written with a response of the host a minute later`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "hsts-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "hosts").path
    let (clock, events) = (ManualClock(), RecordedEvents())
    var options = ClientOptions(environment: RequestEnvironment(clock: clock, observers: [events]))
    options.hsts = try .file(file)
    let client = try client(options: options)
    for _ in 0..<3 { _ = try await client.send(ResourceRequest("https://h.example/")) }
    #expect(events.events(of: .warning).count == 1)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    clock.advance(by: .seconds(60))
    _ = try await client.send(ResourceRequest("https://h.example/"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("h.example"))
  }

  @Test func `endpoints of a service keep the scheme they are spoken to with`() async throws {
    let client = try client(
      """
      {"defaults": {"hsts": true}, "backendServices": [
        {"service": "s", "baseUrl": "http://h.example", "endpoints": [{"url": "http://192.0.2.1:8080"}]}]}
      """
    )
    _ = try await client.send(ResourceRequest("https://h.example/"))
    #expect(try await !client.send(ResourceRequest("a", service: "s")).isSchemeUpgraded)
  }
}
