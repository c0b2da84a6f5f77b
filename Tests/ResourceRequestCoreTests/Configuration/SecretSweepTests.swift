// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Puts a secret into every value of a configuration, and searches every text about the configuration for it.
@Suite(.onOwnThreads) struct `A configuration with secrets` {
  static let secret = "Zx9Q7vPl3K"

  /// Valid documents, with the secret in the places for secrets.
  static let documents = [
    #"{"service": "a", "baseUrl": "http://h/?apikey=SECRET&x=1", "auth": {"type": "bearer", "token": "SECRET"}}"#,
    #"""
    {"gateway": {"serverURL": "https://g/mfp", "headers": {"X-Functions-Key": "SECRET"},
      "auth": {"type": "oauth2", "clientId": "c", "clientSecret": "SECRET"}},
     "redact": ["X-Mine"], "backendServices": [{"service": "a", "baseUrl": "https://a/",
      "headers": {"X-Mine": ["SECRET"], "Link": "<https://u:SECRET@h/>"},
      "proxy": {"url": "http://p:1", "username": "u", "password": "SECRET"},
      "auth": {"type": "basic", "credential": {"username": "u", "password": "SECRET"}}},
      {"service": "b", "baseUrl": "https://b/", "auth": {"type": "apikey",
       "credential": {"apikey": "SECRET", "policy": "query", "name": "sweepKey"}}},
      {"service": "c", "baseUrl": "https://c/", "auth": {"type": "digest",
       "credential": {"username": "u", "password": "SECRET"}}},
      {"service": "d", "baseUrl": "https://d/", "auth": {"type": "oauth2", "clientId": "c", "clientSecret": "SECRET",
       "tokenUrl": "https://t/?sig=SECRET", "introspectionUrl": "https://t/?pwd=SECRET"}}]}
    """#,
  ]

  /// Documents with a mistake.
  static let mistakes = [
    #"{"auth": {"type": "bearer", "token": ]"SECRET"}}"#, #"{"auth": {"token": }"SECRET"}}"#,
    #"{"auth": {"credential": {"password": {"SECRET"}}}}"#, #"{"headers": {"Authorization":} ["SECRET"]}"#,
    #"{"headers": {"X": "a", "b"], "Y": "SECRET"}}"#,
    #"{"service": "a", "baseUrl": "http://u:SECRET@h/"}"#, #"{"service": "a", "baseUrl": "http:/u:SECRET@h/"}"#,
    #"{"service": "a", "baseUrl": "u:SECRET@h"}"#, #"{"service": "a", "baseUrl": "http://u:SE/CRET:SECRET@h"}"#,
    #"{"service": "a", "baseUrl": "http://h", "proxy": {"url": "http://u:SECRET@p"}}"#,
    #"{"service": "a", "baseUrl": "http://h", "proxy": "http://u:SECRET@p"}"#,
    #"{"service": "a", "baseUrl": "http://h", "proxy": "u:SECRET@p:3128"}"#,
    #"{"service": "a", "baseUrl": "http://h", "proxy": {"url": "socks4://u:SECRET@p"}}"#,
    #"{"service": "a", "baseUrl": "http://h", "proxy": {"url": "http:\/\/u:SECRET@p"}, "x": 1}"#,
    #"{"service": "a", "baseUrl": "http://h", "headers": {"X-Plain": "SECRET", "Bad Name": "x"}}"#,
    #"{"service": "a", "baseUrl": "http://h", "headers": {"Bad Name": "SECRET"}}"#,
    #"{"service": "a", "baseUrl": "http://h", "headers": {"X-Plain": ["SECRET", 1]}}"#,
    #"{"defaults": {"headers": {"Authorization": "Bearer SECRET"}}}"#,
    #"{"defaults": {"headers": {"X-JWT": "SECRET"}}}"#,
    #"{'service': 'a', 'auth': {'type': 'bearer', 'token': 'SECRET'}}"#, #"{'password': 'SECRET'}"#,
    #"{"password": 'SECRET'}"#, #"{password: "SECRET"}"#, #"{password: SECRET}"#, #"{password = SECRET}"#,
    #"{"password": SECRET}"#, #"{"password": "a"SECRET"}"#, #"{"password": "a\"SECRET}"#, #"{"password": "a,"SECRET"}"#,
    #"{"password": 1SECRET}"#, #"{"password" "SECRET"}"#, #"{"pass\u0077ord": "SECRET"}"#,
    #"{"token": ["SECRET", 'SECRET']}"#,
    #"{"service": "a", "baseUrl": "http://h", "auth": {"type": "bearer", "tokn": "SECRET"}}"#,
    #"{"service": "a", "baseUrl": "http://h?token=SECRET#x"}"#,
    #"{"service": "a", "baseUrl": "http://h/#token=SECRET"}"#,
    #"{"service": "a", "baseUrl": "http://h?\#u{301}token=SECRET#x"}"#, #"{password: a:SECRET, "b": 1}"#,
    #"{"gateway": {"serverURL": "https://g/?token=SECRET"}}"#, #"token: SECRET"#, #"http://u:SECRET@h/"#,
  ]

  static func said(of text: String) -> [String] {
    do {
      let configuration = try ResourceConfiguration(json: text, environment: [:])
      var dumped = ""
      dump(configuration, to: &dumped)
      return [
        "\(configuration)", String(reflecting: configuration), dumped, configuration.redactedJSON().text(.pretty),
      ]
    } catch {
      var dumped = ""
      dump(error, to: &dumped)
      return ["\(error)", String(reflecting: error), dumped, error.localizedDescription]
    }
  }

  @Test(arguments: documents) func `is shown without them`(document: String) throws {
    let text = document.replacing("SECRET", with: Self.secret)
    _ = try ResourceConfiguration(json: text, environment: [:])
    for said in Self.said(of: text) { #expect(!said.contains(Self.secret), "\(said)") }
  }

  @Test(arguments: mistakes) func `and with a mistake is explained without them`(document: String) {
    for said in Self.said(of: document.replacing("SECRET", with: Self.secret)) {
      #expect(!said.contains(Self.secret), "\(said)")
    }
  }

  @Test(arguments: documents) func `and broken anywhere is explained without them`(document: String) throws {
    let bytes = Array(document.replacing("SECRET", with: Self.secret).utf8)
    for place in bytes.indices {
      var broken = [bytes]
      broken[0].remove(at: place)
      for byte in "\"'x,]".utf8 {
        broken.append(bytes)
        broken[broken.count - 1][place] = byte
      }
      broken.append(Array(bytes[..<place]))
      for text in broken {
        do { _ = try ResourceConfiguration(json: Data(text), environment: [:]) } catch {
          let said = "\(error)"
          if said.contains(bytes: Self.secret) { Issue.record("\(place): \(said)") }
        }
      }
    }
  }

  @Test(arguments: [
    "http://u:SECRET@", "u:SECRET@p/x", "http:/u:SECRET@p", "ftp://u:SECRET@p", "http://u:SECRET@p/x",
    "http://u:SE@CRET:SECRET@p",
  ]) func `a proxy of the environment that is none is explained without its password`(proxy: String) throws {
    let proxy = proxy.replacing("SECRET", with: Self.secret)
    let error = try #require(throws: ResourceURL.Invalid.self) { try ProxyRules(environment: ["https_proxy": proxy]) }
    #expect(!"\(error) \(String(reflecting: error))".contains(Self.secret))
  }

  @Test func `credentials for everybody are an error at their place`() throws {
    let text = #"{"defaults": {"headers": {"X-Tag": "a", "authorization": "Bearer x"}}}"#
    let error = try #require(throws: ConfigurationError.self) { try ResourceConfiguration(json: text) }
    #expect(error.issues.count == 1)
    #expect(error.issues.first?.column == 41)
    #expect(error.issues.first?.message.contains("\"defaults\"") == true)
    _ = try ResourceConfiguration(json: #"{"defaults": {"headers": {"X-Tag": "a", "Accept": "b"}}}"#)
  }

  @Test func `the path of health checks is shown without the secrets of its query`() throws {
    let text =
      #"{"service": "a", "endpoints": [{"url": "https://a"}, {"url": "https://b"}], "health": {"path": "/h?token=x7x"}}"#
    #expect(!(try ResourceConfiguration(json: text).redactedJSON().text()).contains("x7x"))
  }

  @Test func `a transport that verifies nothing is shown as one`() throws {
    var settings = ServiceSettings()
    settings.connection.tls = .insecureSkipVerify()
    let shown = ResourceConfiguration(defaults: settings).redactedJSON()
    #expect(shown["defaults"]["tls"]["skipsVerification"] == true)
  }
}
