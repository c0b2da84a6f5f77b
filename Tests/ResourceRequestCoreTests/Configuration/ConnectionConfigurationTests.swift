// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct `The configuration of connections` {
  private func load(
    _ members: String,
    environment: [String: String] = [:]
  ) throws -> (ConnectionOptions, ResourceConfiguration) {
    let text = #"{"service": "a", "baseUrl": "http://a.example", \#(members)}"#
    let configuration = try ResourceConfiguration(json: text, environment: environment)
    return (configuration.services[0].settings.connection, configuration)
  }

  @Test func `a proxy with credentials and exceptions`() throws {
    let (connection, configuration) = try load(
      """
      "proxy": {"url": "http://proxy.example:3128", "username": "ann", "password": "hunter2", "noProxy": "b.example"}
      """
    )
    let proxy = try Proxy("http://proxy.example:3128", username: "ann", password: "hunter2")
    #expect(connection.proxy == ProxyRules(proxy, except: ProxyExceptions("b.example")))
    let shown = configuration.redactedJSON().text()
    #expect(shown.contains("proxy.example:3128") && !shown.contains("hunter2"))
  }

  @Test func `how to log in to a proxy, and which requests it tunnels`() throws {
    let written =
      #""proxy": {"url": "http://p.example:3128", "username": "u", "password": "s", "login": "any", "tunnel": "always"}"#
    let (connection, configuration) = try load(written)
    let proxy = try #require(connection.proxy?.http)
    #expect(proxy.login == .any && proxy.tunnel == .always)
    let shown = configuration.redactedJSON()["backendServices"][0]["proxy"]
    #expect(shown["login"] == "any" && shown["tunnel"] == "always")
    let plain = try load(#""proxy": {"url": "http://p.example:3128"}"#)
    #expect(plain.0.proxy?.http?.login == .basic && plain.0.proxy?.http?.tunnel == .https)
    #expect(plain.1.redactedJSON()["backendServices"][0]["proxy"] == ["url": "http://p.example:3128"])
  }

  @Test func `how the first request of a Digest login is sent`() throws {
    let auth = #""auth": {"type": "digest", "credential": {"username": "u", "password": "s"}"#
    let configuration = try load(auth + #", "firstRequest": "empty"}"#).1
    #expect(
      configuration.services[0].credential == .digest(username: "u", password: "s", firstRequest: .empty)
    )
    #expect(configuration.redactedJSON()["backendServices"][0]["auth"]["firstRequest"] == "empty")
    #expect(try load(auth + "}").1.redactedJSON()["backendServices"][0]["auth"]["firstRequest"].isNull)
  }

  @Test func `the proxy of the environment, or none`() throws {
    let environment = ["https_proxy": "http://proxy.example:3128"]
    let (connection, _) = try load(#""proxy": "environment""#, environment: environment)
    #expect(connection.proxy?.https?.host == "proxy.example")
    let outer = ConnectionOptions(proxy: connection.proxy)
    #expect(try load(#""proxy": "none""#).0.merging(outer).proxy == ProxyRules())
    #expect(try load(#""maxConnections": 1"#).0.merging(outer).proxy == connection.proxy)
  }

  @Test func `sockets, fixed addresses and the time names are kept`() throws {
    let (connection, configuration) = try load(
      #""unixSocket": "/run/a.sock", "resolve": {"A.example:80": ["127.0.0.1", "::1"]}, "nameCacheTime": "5s""#
    )
    #expect(
      connection
        == ConnectionOptions(
          unixSocket: "/run/a.sock",
          fixedAddresses: [try FixedAddress("a.example:80", ["127.0.0.1", "::1"])],
          nameCacheTime: .seconds(5)
        )
    )
    let shown = configuration.redactedJSON().text()
    #expect(try ResourceConfiguration(json: shown).services == configuration.services)
  }

  @Test(arguments: [
    (#""proxy": "enviroment""#, "did you mean \"environment\"?"),
    (#""proxy": 3128"#, "expected \"none\", \"environment\" or an object with \"url\", found a number"),
    (#""proxy": {}"#, "the key \"url\" is missing"),
    (#""proxy": {"url": "proxy.example"}"#, "not the URL of a proxy: expected a URL that begins with http://"),
    (#""proxy": {"url": "http://ann:hunter2@proxy.example"}"#, "the URL holds a user name or password"),
    (#""resolve": {"a.example": ["127.0.0.1"]}"#, "expected a host and a port, as in \"api.example:443\""),
    (#""resolve": {"a.example:80": []}"#, "expected one to five addresses"),
    (#""resolve": {"a.example:80": ["b.example"]}"#, "\"b.example\" is not an IP address"),
    (#""resolve": {"a.example:80": ["host1"]}"#, "\"host1\" is not an IP address"),
    (#""resolve": {"a.example:80": "127.0.0.1"}"#, "expected an array of addresses"),
    (#""resolve": {"a.example:80": ["::1"], "A.example:80": ["::1"]}"#, "are set twice"),
    (#""unixSocket": "" "#, "the text is empty"),
  ])
  func `what cannot be used is refused when it is loaded`(members: String, message: String) {
    let error = #expect(throws: ConfigurationError.self) { try load(members) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test func `a variable with no proxy's URL is named`() {
    let error = #expect(throws: ConfigurationError.self) {
      try load(#""proxy": "environment""#, environment: ["ALL_PROXY": "ftp://hunter2"])
    }
    #expect(error?.issues.first?.message.contains("ALL_PROXY: expected a URL that begins with") == true)
    #expect(error?.description.contains("hunter2") == false)
  }

  @Test func `a socket belongs to one place and not to the defaults`() {
    #expect(throws: ConfigurationError.self) {
      try ResourceConfiguration(json: #"{"defaults": {"unixSocket": "/run/a.sock"}}"#)
    }
  }
}

extension ConnectionOptions {
  /// These options; each that is not set inherits from `outer`.
  func merging(_ outer: ConnectionOptions) -> ConnectionOptions {
    ConfigurationDocument.connection.inheritance(from: outer).completing(self)
  }
}
