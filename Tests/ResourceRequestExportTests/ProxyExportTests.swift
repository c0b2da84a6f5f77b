// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit
import TestSupport
import Testing

@testable import ResourceRequestExport

/// Configurations for proxies, made from those of clients.
struct ProxyExportTests {
  private static func configuration(_ members: String, defaults: String = "{}") throws -> ResourceConfiguration {
    try ResourceConfiguration(
      json: """
        { "defaults": \(defaults),
          "backendServices": [
            { "service": "orders", "baseUrl": "http://127.0.0.1:9001/v1",
              \(members) } ] }
        """,
      name: "a.json"
    )
  }

  private static func exported(_ members: String, to target: ProxyTarget, defaults: String = "{}") throws
    -> ExportedProxy
  {
    ProxyExport(to: target).export(try configuration(members, defaults: defaults))
  }

  private static let two = #""endpoints": [{"url": "http://127.0.0.1:9001"}, {"url": "http://127.0.0.1:9002"}]"#

  @Test func `no proxy passes a segment of dots, whatever ends it`() throws {
    let dots = try Regex("(?i)\(ExportedPath.dots)(\(ExportedPath.ends)|[?]|$)")
    for end in ["", "/", "/x", "?", ";x", "#", "#x", "%23", "%2F", "\\", "%5c", "%3B"] {
      for path in ["/a/..", "/a/.", "/a/%2e%2E", "/a%2f.."] {
        #expect((path + end).contains(dots), "\(path + end)")
      }
    }
    for path in ["/a/..b", "/a/b..", "/a/...", "/a?/../"] { #expect(!path.prefix { $0 != "?" }.contains(dots)) }
  }

  @Test(arguments: ProxyTarget.allCases) func `a call below the name of a service goes to its base URL`(
    _ target: ProxyTarget
  ) throws {
    let exported = try Self.exported(#""headers": {"X-Team": "a b"}"#, to: target)
    // nginx drops further lines of a caller's field where it adds one.
    #expect(exported.losses.map(\.setting) == (target == .nginx ? ["headers"] : []))
    for word in ["/orders/", "/v1/", "127.0.0.1", "9001", "8080", "X-Team", "a b"] {
      #expect(exported.text.contains(word), "\(word)")
    }
  }

  @Test(arguments: ProxyTarget.allCases) func `a secret is a reference, unless it is asked for`(_ target: ProxyTarget)
    throws
  {
    for auth in [
      #"{"type": "bearer", "token": "hunter2"}"#,
      #"{"type": "basic", "credential": {"username": "u", "password": "hunter2"}}"#,
      #"{"type": "apikey", "credential": {"apikey": "hunter2", "policy": "header", "name": "X-Key"}}"#,
    ] {
      let configuration = try Self.configuration("\"auth\": \(auth)")
      let exported = ProxyExport(to: target).export(configuration)
      #expect(!exported.text.contains("hunter2"))
      #expect(!exported.text.contains("dTpodW50ZXIy"))
      let secret = try #require(exported.secrets.first)
      #expect(exported.text.contains(secret.source.dropLast()))
      let inlined = ProxyExport(to: target, inlinesSecrets: true).export(configuration)
      #expect(inlined.text.contains("hunter2") || inlined.text.contains("dTpodW50ZXIy"))
      #expect(inlined.secrets == [])
    }
  }

  @Test(arguments: ProxyTarget.allCases) func `a field that is secret by its name is a reference, too`(
    _ target: ProxyTarget
  ) throws {
    let configuration = try ResourceConfiguration(
      json: #"{"service": "a", "baseUrl": "http://a.example", "redact": ["X-Internal"], "headers": "#
        + #"{"X-Api-Key": "hunter2", "X-Internal": "hunter2", "Cookie": "hunter2", "X-Team": "blue"}}"#
    )
    let exported = ProxyExport(to: target).export(configuration)
    #expect(!exported.text.contains("hunter2"))
    #expect(exported.text.contains("blue"))
    #expect(exported.secrets.map(\.field).sorted() == ["Cookie", "X-Api-Key", "X-Internal"])
    #expect(ProxyExport(to: target, inlinesSecrets: true).export(configuration).text.contains("hunter2"))
  }

  @Test(arguments: ["a; server 127.0.0.1:1 weight=1000; #", "a b", "X'Y", "a$b", "a{b}", ""])
  func `what is hashed by a name that would be read otherwise is balanced in turn, and told`(_ name: String) throws {
    for key in ["query", "cookie"] {
      let json = try JSON(encoding: ["hash": [key: name]])
      guard let configuration = try? Self.configuration("\"balance\": \(json), \(Self.two)") else { continue }
      for target in [ProxyTarget.nginx, .haproxy] {
        let exported = ProxyExport(to: target).export(configuration)
        #expect(name.isEmpty || !exported.text.contains(name))
        #expect(exported.losses.contains { $0.setting.hasPrefix("balance: hash") && $0.kind == .lost })
      }
    }
  }

  @Test func `a path with a dollar is one, where it may be said, and relative paths hold from anywhere`() throws {
    let socket = #""unixSocket": "/run/$HOME.sock""#
    #expect(try Self.exported(socket, to: .nginx).text.contains(#""unix:/run/$HOME.sock""#))
    #expect(
      try Self.exported(socket, to: .haproxy).losses.contains { $0.description.contains("unixSocket with a `$`") }
    )
    for target in ProxyTarget.allCases {
      let text = try Self.exported(#""unixSocket": "run/a.sock""#, to: target).text
      #expect(text.contains("\(FileManager.default.currentDirectoryPath)/run/a.sock"))
    }
  }

  @Test(arguments: ProxyTarget.allCases) func `two fields have two variables, and a time of none is told`(
    _ target: ProxyTarget
  ) throws {
    let members = #""headers": {"X-Api-Key": "one", "X_Api_Key": "two"}, "timeouts": {"read": "none", "total": "none"}"#
    let exported = try Self.exported(members, to: target)
    // nginx reads both from one file.
    #expect(Set(exported.secrets.map(\.source)).count == (target == .nginx ? 1 : 2))
    #expect(exported.losses.contains { $0.description.contains("of none") })
  }

  @Test func `what is lost is told at its place, or where it is inherited from`() throws {
    let own = try Self.exported(#""hedge": {"after": "p95"}"#, to: .envoy)
    #expect(
      own.losses.map(\.description) == [
        "a.json:4:7: orders: hedge is not exported: no second request is sent while the first is under way"
      ]
    )
    let inherited = try Self.exported(#""timeouts": {}"#, to: .haproxy, defaults: #"{"timeouts": {"total": "5s"}}"#)
    #expect(inherited.losses.map(\.setting) == ["timeouts.total"])
    #expect(inherited.losses.first?.place == SourcePlace(file: "a.json", line: 1, column: 29))
    #expect(inherited.losses.first?.kind == .lost)
  }

  @Test func `a preset is the policies that it stands for, and their losses have no place of their own`() throws {
    let losses = try Self.exported(#""resilience": "standard", \#(Self.two)"#, to: .nginx).losses
    #expect(losses.map(\.setting).contains("retry.backoff"))
    #expect(losses.first { $0.setting == "retryBudget" }?.place == nil)
  }

  @Test func `a service behind the gateway is left out, and told`() throws {
    let configuration = try ResourceConfiguration(
      json: """
        { "gateway": { "serverURL": "https://g.example/mfp" },
          "backendServices": [ { "service": "orders", "baseUrl": "https://a.example", "via": "gateway" } ] }
        """,
      name: "a.json"
    )
    for target in ProxyTarget.allCases {
      let exported = ProxyExport(to: target).export(configuration)
      #expect(!exported.text.contains("orders"))
      #expect(exported.losses.map(\.setting) == ["via"])
    }
  }

  @Test func `a key of a feature is lost`() throws {
    struct Tenancy: ServiceFeature {
      let key = "tenancy"
      let summary = "The tenant."
      let tenant = Setting.text("tenant", "Its name.")
      var settings: FeatureSettings { FeatureSettings(tenant) }
    }
    let configuration = try ResourceConfiguration(
      json: #"{"service": "orders", "baseUrl": "http://127.0.0.1", "tenancy": {"tenant": "a"}}"#,
      vocabulary: .standard + [Tenancy()]
    )
    for target in ProxyTarget.allCases {
      let losses = ProxyExport(to: target).export(configuration).losses
      #expect(losses.map(\.setting) == ["tenancy"])
      #expect(losses.first?.place != nil)
    }
  }

  @Test func `retries stand in Envoy as the policy says`() throws {
    let retry =
      #""retry": {"attempts": 4, "on": ["connectFailure", 429, 503], "backoff": {"base": "10ms", "max": "1s"}}"#
    let document = try JSON(parsing: try Self.exported("\(retry), \(Self.two)", to: .envoy).text)
    let routes = document["static_resources"]["listeners"][0]["filter_chains"][0]["filters"][0]["typed_config"][
      "route_config"
    ]["virtual_hosts"][0]["routes"]
    let policy = routes[1]["route"]["retry_policy"]
    #expect(policy["num_retries"] == 3)
    #expect(policy["retry_on"] == "connect-failure,refused-stream,retriable-status-codes")
    #expect(policy["retriable_status_codes"] == [429, 503])
    #expect(policy["retry_back_off"] == ["base_interval": "0.01s", "max_interval": "1s"])
    #expect(
      routes[1]["match"]["headers"][0]["string_match"]["safe_regex"]["regex"] == "GET|HEAD|OPTIONS|TRACE|PUT|DELETE"
    )
    // A POST is retried where no server has got it.
    #expect(routes[2]["route"]["retry_policy"]["retry_on"] == "connect-failure,refused-stream")
  }

  @Test func `methods of one's own stand in HAProxy and Envoy as what they are`() throws {
    let own = #""methods": ["GET", "A#B*C"]}, "idempotencyKey": {"methods": ["A#B*C"]}"#
    let keys = #""retry": {"attempts": 2, \#(own), \#(Self.two)"#
    let haproxy = try Self.exported(keys, to: .haproxy)
    #expect(haproxy.text.contains("'A#B*C'") && haproxy.text.contains(" GET"))
    let envoy = try Self.exported(keys, to: .envoy)
    #expect(envoy.text.contains(##"A\\#B\\*C"##), "\(envoy.text)")
  }

  @Test func `retries stand in HAProxy and nginx as far as they know them`() throws {
    let retry = #""retry": {"attempts": 3, "on": ["connectFailure", "attemptTimeout", 429, 503]}"#
    let haproxy = try Self.exported("\(retry), \(Self.two)", to: .haproxy)
    #expect(haproxy.text.contains("  retries 2\n  retry-on conn-failure response-timeout 503\n"))
    #expect(haproxy.text.contains("disable-l7-retry unless { method GET HEAD OPTIONS TRACE PUT DELETE }"))
    let nginx = try Self.exported("\(retry), \(Self.two)", to: .nginx)
    #expect(nginx.text.contains("proxy_next_upstream error timeout http_429 http_503;"))
    #expect(nginx.text.contains("proxy_next_upstream_tries 3;"))
    let settings = haproxy.losses.map(\.setting)
    #expect(settings.contains("retry.on: a status other than 401, 403, 404, 408, 425, 500 to 504"))
    #expect(!nginx.losses.map(\.setting).contains { $0.hasPrefix("retry.on: a status") })
  }

  @Test func `TLS is verified by the name of the service, everywhere`() throws {
    let json = #"{"service": "a", "baseUrl": "https://a.example", "tls": {"minimumVersion": "1.3"}}"#
    let configuration = try ResourceConfiguration(json: json)
    let envoy = try JSON(parsing: ProxyExport(to: .envoy).export(configuration).text)
    let context = envoy["static_resources"]["clusters"][0]["transport_socket"]["typed_config"]
    #expect(context["sni"] == "a.example")
    #expect(context["common_tls_context"]["tls_params"]["tls_minimum_protocol_version"] == "TLSv1_3")
    let names = context["common_tls_context"]["validation_context"]["match_typed_subject_alt_names"]
    #expect(names[0]["matcher"]["exact"] == "a.example")
    let haproxy = ProxyExport(to: .haproxy).export(configuration).text
    #expect(haproxy.contains("ssl verify required ca-file '@system-ca' verifyhost 'a.example' ssl-min-ver TLSv1.3"))
    let nginx = ProxyExport(to: .nginx).export(configuration).text
    #expect(nginx.contains("proxy_ssl_verify on;"))
    #expect(nginx.contains("proxy_ssl_name \"a.example\";"))
    #expect(nginx.contains("proxy_ssl_protocols TLSv1.3;"))
  }

  @Test func `an endpoint given by name is verified by its own, whatever that of the service is`() throws {
    let json = #"""
      {"service": "a", "baseUrl": "https://a.example", "tls": {"serverName": "api.example"},
       "endpoints": [{"url": "https://a1.example"}, {"url": "https://10.0.0.2"}]}
      """#
    let configuration = try ResourceConfiguration(json: json)
    let haproxy = ProxyExport(to: .haproxy).export(configuration)
    let servers = haproxy.text.split(separator: "\n").filter { $0.hasPrefix("  server ") }
    #expect(servers.count == 2)
    #expect(servers.first?.contains("verifyhost 'a1.example'") == true, "\(servers)")
    #expect(servers.first?.contains("sni str(a1.example) check-sni a1.example") == true)
    #expect(servers.last?.contains("verifyhost 'api.example'") == true)
    #expect(servers.last?.contains("sni str(api.example) check-sni api.example") == true)
    let setting = "endpoints with names of their own over TLS"
    #expect(!haproxy.losses.contains { $0.setting == setting })
    // These have one name for all.
    for target in [ProxyTarget.envoy, .nginx] {
      #expect(ProxyExport(to: target).export(configuration).losses.contains { $0.setting == setting })
    }
  }

  @Test func `without endpoints the name in tls is that of the server`() throws {
    let json = #"{"service": "a", "baseUrl": "https://a.example", "tls": {"serverName": "api.example"}}"#
    let configuration = try ResourceConfiguration(json: json)
    #expect(ProxyExport(to: .haproxy).export(configuration).text.contains("verifyhost 'api.example'"))
    for target in ProxyTarget.allCases {
      let losses = ProxyExport(to: target).export(configuration).losses
      #expect(!losses.contains { $0.setting.hasPrefix("endpoints") }, "\(losses)")
    }
  }

  @Test(arguments: ProxyTarget.allCases) func `endpoints take precedence over a socket`(_ target: ProxyTarget) throws {
    let socket = #""unixSocket": "/run/a.sock""#
    #expect(try Self.exported(socket, to: target).text.contains("/run/a.sock"))
    let text = try Self.exported("\(socket), \(Self.two)", to: target).text
    #expect(!text.contains("/run/a.sock") && text.contains("9001") && text.contains("9002"), "\(text)")
  }

  @Test(arguments: ProxyTarget.allCases) func `a rate that a program makes of nothing is the least there is`(
    _ target: ProxyTarget
  ) throws {
    func text(_ rate: RatePolicy) throws -> String {
      var configuration = try Self.configuration(Self.two)
      configuration.services[0].settings.resilience.rate = rate
      return ProxyExport(to: target).export(configuration).text
    }
    #expect(try text(RatePolicy(requests: 0)) == text(RatePolicy(requests: 1, burst: 0)))
    #expect(try text(RatePolicy(requests: 5, per: .zero)) == text(RatePolicy(requests: 5, per: .microseconds(1))))
    #expect(try text(RatePolicy(requests: 0, per: .zero)).contains("/orders/"))
    #expect(try text(RatePolicy(requests: .max, per: .zero)).contains("/orders/"))
  }

  @Test func `a share of endpoints is in Envoy the percentage that it is here`() throws {
    for share in 1...100 {
      let outliers = #""outliers": {"maxEjected": "\#(share)%"}"#
      let document = try JSON(parsing: try Self.exported("\(outliers), \(Self.two)", to: .envoy).text)
      let ejection = document["static_resources"]["clusters"][0]["outlier_detection"]
      #expect(ejection["max_ejection_percent"] == JSON(share))
    }
  }

  @Test(
    arguments: [
      (Duration.milliseconds(250), "0.25s", "250ms", "1s"), (.seconds(5), "5s", "5000ms", "5s"),
      (.microseconds(1), "0.000001s", "1ms", "1s"), (.milliseconds(1500), "1.5s", "1500ms", "2s"),
      (.zero, "0s", "1ms", "1s"),
    ]
  ) func `a time is written as each proxy reads it`(_ time: Duration, _ envoy: String, _ short: String, _ whole: String)
  {
    #expect(time.inSeconds == envoy)
    #expect(time.inMilliseconds == short)
    #expect(time.inWholeSeconds == whole)
  }

  @Test(arguments: ProxyTarget.allCases) func `characters that mean something there are written as themselves`(
    _ target: ProxyTarget
  ) throws {
    let json = ##"{"service": "a'b$c", "baseUrl": "http://a.example", "headers": {"X": "50% '\"$x\\ #;{}"}}"##
    let text = ProxyExport(to: target).export(try ResourceConfiguration(json: json)).text
    switch target {
    case .envoy: #expect(text.contains(##""50%% '\"$x\\ #;{}""##))
    case .haproxy: #expect(text.contains(##"'50%% '\''"$x\ #;{}'"##))
    case .nginx: #expect(text.contains(##""50% '\"${dollar}x\\ #;{}""##))
    }
    #expect(text.contains("/a%27b%24c/"))
  }

  @Test func `nginx takes no field from a caller that it could not replace`() throws {
    let json = ##"""
      {"service": "a", "baseUrl": "http://a.example", "headers": {"X$y": "a$b"},
       "auth": {"type": "apikey", "credential": {"apikey": "k", "policy": "header", "name": "X.Key"}}}
      """##
    let exported = ProxyExport(to: .nginx).export(try ResourceConfiguration(json: json))
    #expect(exported.text.contains(##"proxy_set_header "X$y" "a${dollar}b";"##))
    #expect(exported.text.contains("ignore_invalid_headers on;"))
    #expect(exported.losses.contains { $0.setting.contains("other characters") })
  }

  @Test func `a proxy takes a head as large as the client does, and no idle time is without end`() throws {
    let document = try JSON(parsing: try Self.exported(#""idleConnectionTime": "0.4ms""#, to: .envoy).text)
    let protocols = document["static_resources"]["clusters"][0]["typed_extension_protocol_options"]
    let options = protocols["envoy.extensions.upstreams.http.v3.HttpProtocolOptions"]["common_http_protocol_options"]
    #expect(options["max_response_headers_kb"] == 128)
    #expect(options["max_headers_count"] == 10_000)
    #expect(options["idle_timeout"] == "0.001s")
    // A small limit of responses does not limit requests.
    for text in [Self.two, #""limits": {"headerBytes": "8KiB"}"#] {
      #expect(try Self.exported(text, to: .haproxy).text.contains("tune.bufsize 163840"))
    }
  }
}
