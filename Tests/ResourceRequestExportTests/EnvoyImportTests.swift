// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestExport
import ResourceRequestKit
import Testing

/// Static clusters of Envoy as backend services.
struct EnvoyImportTests {
  private static let document = #"""
    { "backendServices": [
        { "service": "orders", "baseUrl": "http://127.0.0.1:9001", "balance": "random", "panicBelow": "40%",
          "endpoints": [ { "url": "http://127.0.0.1:9001", "weight": 3 }, { "url": "http://127.0.0.1:9002", "priority": 1 } ],
          "timeouts": { "connect": "250ms", "total": "5s", "attempt": "1s" }, "concurrency": 77,
          "retry": { "attempts": 4, "on": ["connectFailure", 429], "backoff": { "base": "10ms", "max": "1s" } },
          "outliers": { "consecutive": 7, "ejectFor": "9s", "maxEjectFor": "90s", "maxEjected": "20%" },
          "health": { "path": "/up", "interval": "3s", "timeout": "1s", "healthy": 2, "unhealthy": 4 } },
        { "service": "secure", "baseUrl": "https://a.example:8443",
          "tls": { "minimumVersion": "1.3", "serverName": "b.example" }, "timeouts": { "total": "none" } } ] }
    """#

  @Test func `what virtual hosts, routes and filters do besides is noted`() throws {
    let endpoint: JSON = ["endpoint": ["address": ["socket_address": ["address": "127.0.0.1", "port_value": 1]]]]
    let document: JSON = [
      "static_resources": [
        "listeners": [
          [
            "http_filters": [["name": "jwt_authn"], ["name": "envoy.filters.http.router"]],
            "virtual_hosts": [
              [
                "retry_policy": ["retry_on": "5xx"],
                "routes": [
                  ["match": ["prefix": "/a"], "redirect": ["path_redirect": "/b"]],
                  ["match": ["prefix": "/c"], "direct_response": ["status": 403]],
                ],
              ]
            ],
          ]
        ],
        "clusters": [["name": "c", "load_assignment": ["endpoints": [["lb_endpoints": [endpoint]]]]]],
      ]
    ]
    let paths = try EnvoyImport(document).notes.map(\.path)
    for end in [".retry_policy", ".redirect", ".direct_response", ".http_filters[0]"] {
      #expect(paths.contains { $0.hasSuffix(end) }, "\(end) in \(paths)")
    }
    #expect(!paths.contains { $0.hasSuffix(".http_filters[1]") })
  }

  @Test func `what was exported comes back`() throws {
    let exported = ProxyExport(to: .envoy).export(try ResourceConfiguration(json: Self.document))
    let imported = try EnvoyImport(JSON(parsing: exported.text))
    let configuration = try ResourceConfiguration(json: imported.document.text())
    let service = try #require(configuration.services.first)
    #expect(service.name.hasSuffix("orders"))
    #expect(service.baseURL.origin.description == "http://127.0.0.1:9001")
    #expect(service.endpoints.map(\.weight) == [3, 1])
    #expect(service.endpoints.map(\.priority) == [0, 1])
    #expect(service.settings.timeouts.connect == .milliseconds(250))
    #expect(service.settings.timeouts.total == .milliseconds(5000))
    #expect(service.settings.timeouts.attempt == .milliseconds(1000))
    let policies = service.settings.resilience
    #expect(policies.balance == .random)
    #expect(policies.panicBelow == 0.4)
    #expect(policies.concurrency == .fixed(77))
    #expect(policies.retry?.attempts == 4)
    #expect(policies.retry?.conditions == [.connectFailure, .status(429)])
    #expect(policies.retry?.backoff == RetryBackoff(base: .milliseconds(10), max: .seconds(1)))
    #expect(policies.outliers?.consecutive == 7)
    #expect(policies.outliers?.ejectFor == .seconds(9))
    #expect(policies.outliers?.maxEjected == 0.2)
    #expect(policies.health?.path == "/up")
    #expect(policies.health?.unhealthy == 4)
    let secure = try #require(configuration.services.last)
    #expect(secure.baseURL.origin.description == "https://a.example:8443")
    #expect(secure.settings.connection.tls?.serverName == "b.example")
    #expect(secure.settings.timeouts.total == .unlimited)
    #expect(secure.settings.connection.tls?.minimumVersion == .v1_3)
  }

  @Test func `what changes requests, and what is of another route or priority, is noted`() throws {
    func cluster(_ name: String, _ more: JSON.Object = [:]) -> JSON {
      let address: JSON = ["socket_address": ["address": "127.0.0.1", "port_value": 80]]
      var cluster: JSON.Object = [
        "name": .string(name),
        "load_assignment": ["endpoints": [["lb_endpoints": [["endpoint": ["address": address]]]]]],
      ]
      for (key, value) in more { cluster[key] = value }
      return .object(cluster)
    }
    let secure: JSON = [
      "typed_config": [
        "@type": "UpstreamTlsContext",
        "common_tls_context": [
          "tls_certificates": [["certificate_chain": ["inline_string": "x"], "private_key": ["filename": "k.pem"]]],
          "validation_context": ["trusted_ca": ["inline_string": "x"]],
        ],
      ]
    ]
    let envoy: JSON = [
      "static_resources": [
        "listeners": [
          [
            "request_headers_to_add": ["x"],
            "routes": [
              [
                "match": ["prefix": "/", "headers": []], "route": ["cluster": "a", "timeout": "1s"],
                "request_headers_to_add": ["x"],
              ],
              ["match": ["prefix": "/v2"], "route": ["cluster": "a", "timeout": "2s"]],
              ["route": ["weighted_clusters": ["clusters": []]]],
            ],
          ]
        ],
        "clusters": [
          cluster(
            "a",
            [
              "circuit_breakers": [
                "thresholds": [["priority": "HIGH", "max_requests": 5], ["priority": "DEFAULT", "max_requests": 500]]
              ]
            ]
          ),
          cluster("b", ["transport_socket": secure]), cluster("b"),
        ],
      ]
    ]
    let imported = try EnvoyImport(envoy)
    let services = imported.document["backendServices"]
    #expect(services.array?.count == 2)
    #expect(services[0]["concurrency"] == 500 && services[0]["timeouts"]["total"] == "1000ms")
    #expect(
      imported.notes.map(\.path) == [
        "static_resources.listeners[0].request_headers_to_add", "static_resources.listeners[0].routes[2].route",
        "the route to a.request_headers_to_add", "the route to a.match.headers", "the route to a",
        "clusters[0].circuit_breakers.thresholds",
        "clusters[1].transport_socket.validation_context.trusted_ca.inline_string",
        "clusters[1].transport_socket.tls_certificates[0].certificate_chain.inline_string",
        "clusters[1].transport_socket", "clusters[2]",
      ]
    )
  }

  @Test func `what is not imported is noted at its path`() throws {
    let envoy: JSON = [
      "static_resources": [
        "clusters": [
          [
            "name": "a", "lb_policy": "MAGLEV", "lrs_report_endpoint_metrics": [],
            "load_assignment": [
              "endpoints": [
                [
                  "lb_endpoints": [
                    ["endpoint": ["address": ["socket_address": ["address": "::1", "port_value": 80]]]],
                    ["endpoint": ["address": ["pipe": ["path": "/x"]]]],
                  ]
                ]
              ]
            ],
          ],
          ["name": "b", "type": "EDS"],
        ]
      ]
    ]
    let imported = try EnvoyImport(envoy)
    #expect(imported.document["backendServices"][0]["baseUrl"] == "http://[::1]:80")
    #expect(imported.document["backendServices"].array?.count == 1)
    #expect(
      imported.notes.map(\.path) == [
        "clusters[0].load_assignment.endpoints[0].lb_endpoints[1]", "clusters[0].lb_policy",
        "clusters[0].lrs_report_endpoint_metrics", "clusters[1]",
      ]
    )
    #expect(throws: Never.self) { try ResourceConfiguration(json: imported.document.text()) }
  }

  @Test(
    arguments: [
      (#""num_retries": 9223372036854775807"#, "retry_policy"), (#""num_retries": -5"#, "retry_policy"),
      (#""num_retries": 25, "per_try_timeout": "9s""#, "retry_policy.per_try_timeout"),
      (#""num_retries": 1, "retry_back_off": {"base_interval": "5s"}"#, "retry_policy"),
      (#""num_retries": 1, "hedge": {}"#, "retry_policy.hedge"), (#""num_retries": 50"#, "num_retries"),
    ]
  ) func `numbers beyond what there is become the nearest, and the configuration is one`(
    _ retry: String,
    _ noted: String
  )
    throws
  {
    let envoy = """
      {"static_resources": {
        "listeners": [{"route": {"cluster": "a${file:/etc/x}", "timeout": "3s", "prefix_rewrite": "/v1",
          "retry_policy": {"retry_on": "5xx", \(retry)}}}],
        "clusters": [{"name": "a${file:/etc/x}", "transport_socket": {"name": "envoy.transport_sockets.raw_buffer"},
          "outlier_detection": {"base_ejection_time": "600s"}, "health_checks": [{}],
          "load_assignment": {"endpoints": [{"lb_endpoints": [
            {"load_balancing_weight": 100000,
             "endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": "80"}}}},
            {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}},
            {"endpoint": {"address": {"socket_address": {"address": "evil/path?x", "port_value": 80}}}},
            {"endpoint": {"address": {"socket_address": {"address": "10.0.0.2", "port_value": 80}}}}]}]}}]}}
      """
    let imported = try EnvoyImport(JSON(parsing: envoy))
    let configuration = try ResourceConfiguration(json: imported.document.text())
    let service = try #require(configuration.services.first)
    #expect(service.name == "a${file:/etc/x}")
    #expect(service.baseURL.string == "http://10.0.0.1:80/v1")
    #expect(service.endpoints.map(\.weight) == [65_535, 1])
    #expect(imported.notes.contains { $0.path.hasSuffix(noted) }, "\(imported.notes)")
    #expect(imported.notes.filter { $0.text.contains("twice") || $0.text.contains("none") }.count == 2)
  }

  @Test(arguments: ["5xx", "connect-failure, 5xx", "gateway-error"])
  func `what is not imported of a word of retries is noted`(_ words: String) throws {
    let envoy = """
      {"static_resources": {
        "listeners": [{"route": {"cluster": "a", "retry_policy": {"retry_on": "\(words)"}}}],
        "clusters": [{"name": "a", "load_assignment": {"endpoints": [{"lb_endpoints": [
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}}]}]}}]}}
      """
    let notes = try EnvoyImport(JSON(parsing: envoy)).notes.filter { $0.path.hasSuffix(".retry_policy.retry_on") }
    let expected = words.contains("5xx") ? ["of 5xx only 500, 502, 503 and 504 are imported"] : []
    #expect(notes.map(\.text) == expected)
  }

  @Test(
    arguments: [
      (0, nil, nil, nil), (0, 7, nil, 7), (3, 0, nil, 1_000_000), (nil, 4, nil, 4), (3, 0, 100, 3),
      (0, 0, 100, 1_000_000),
    ] as [(Int?, Int?, Int?, Int?)]
  )
  func `what ejects nothing stays so, as gateway failures do unless it is enforced`(
    _ gateway: Int?,
    _ all: Int?,
    _ enforcing: Int?,
    _ expected: Int?
  ) throws {
    let counts = [
      ("consecutive_gateway_failure", gateway), ("consecutive_5xx", all),
      ("enforcing_consecutive_gateway_failure", enforcing),
    ]
    let keys = counts.compactMap { key, count in count.map { "\"\(key)\": \($0)" } }.joined(separator: ", ")
    let envoy = """
      {"static_resources": {"clusters": [{"name": "a", "outlier_detection": {\(keys)},
        "load_assignment": {"endpoints": [{"lb_endpoints": [
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}},
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.2", "port_value": 80}}}}]}]}}]}}
      """
    let imported = try EnvoyImport(JSON(parsing: envoy))
    #expect(
      imported.document["backendServices"][0]["outliers"]["consecutive"] == expected.map { JSON($0) } ?? .null,
      "\(imported.document)"
    )
    #expect(imported.document["backendServices"][0]["outliers"]["maxEjected"] == "10%")
  }

  @Test func `what Envoy does not enforce ejects nothing`() throws {
    let envoy = """
      {"static_resources": {"clusters": [{"name": "a",
        "outlier_detection": {"consecutive_5xx": 7, "enforcing_consecutive_5xx": 0},
        "load_assignment": {"endpoints": [{"lb_endpoints": [
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}},
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.2", "port_value": 80}}}}]}]}}]}}
      """
    let imported = try EnvoyImport(JSON(parsing: envoy))
    #expect(imported.document["backendServices"][0]["outliers"]["consecutive"] == 1_000_000)
    #expect(imported.notes.contains { $0.path.hasSuffix("enforcing_consecutive_5xx") })
  }

  @Test func `no text of Envoy's is looked up, and numbers are written as numbers`() throws {
    let envoy = """
      {"static_resources": {
        "listeners": [{"route": {"cluster": "a", "prefix_rewrite": "/x/${env:HOME}"}}],
        "clusters": [{"name": "a", "circuit_breakers": {"thresholds": [{"max_requests": 0}]},
          "common_lb_config": {"healthy_panic_threshold": {"value": 0.00001}},
          "load_assignment": {"endpoints": [{"lb_endpoints": [
            {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}},
            {"endpoint": {"address": {"socket_address": {"address": "10.0.0.2", "port_value": 80}}}}]}]},
          "health_checks": [{"http_health_check": {"path": "/h/${env:HOME}"}}]}]}}
      """
    let imported = try EnvoyImport(JSON(parsing: envoy))
    let service = try #require(try ResourceConfiguration(json: imported.document.text()).services.first)
    #expect(service.baseURL.path.contains("env:HOME"))
    #expect(service.settings.resilience.health?.path == "/h/${env:HOME}")
    #expect(try #require(service.settings.resilience.panicBelow) < 0.000_001)
    #expect(imported.notes.contains { $0.path.hasSuffix("max_requests") })
  }

  @Test func `what protects and is not imported is noted, and an endpoint that is to get nothing is left out`() throws {
    let envoy = """
      {"static_resources": {"clusters": [{"name": "a", "dns_lookup_family": "V6_ONLY",
        "common_lb_config": {"zone_aware_lb_config": {}},
        "transport_socket": {"name": "envoy.transport_sockets.tls", "typed_config": {"common_tls_context": {
          "validation_context": {"verify_certificate_hash": ["aa"], "match_typed_subject_alt_names": []}}}},
        "outlier_detection": {"consecutive_5xx": 4294967295, "max_ejection_percent": 300},
        "health_checks": [{"http_health_check": {"path": "/h"}, "healthy_threshold": 0}, {}],
        "load_assignment": {"endpoints": [{"locality": {"zone": "z"}, "lb_endpoints": [
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}},
          {"endpoint": {"address": {"socket_address": {"address": "10.0.0.2", "port_value": 80}}}},
          {"health_status": "DRAINING",
           "endpoint": {"address": {"socket_address": {"address": "10.0.0.3", "port_value": 80}}}}]}]}}]}}
      """
    let imported = try EnvoyImport(JSON(parsing: envoy))
    let service = try #require(try ResourceConfiguration(json: imported.document.text()).services.first)
    #expect(service.endpoints.count == 2)
    let paths = [
      "dns_lookup_family", "zone_aware_lb_config", "verify_certificate_hash", "match_typed_subject_alt_names",
      "locality",
      "health_checks", "consecutive_5xx", "max_ejection_percent", "healthy_threshold", "lb_endpoints[2]",
    ]
    for path in paths { #expect(imported.notes.contains { $0.path.hasSuffix(path) }, "\(path) in \(imported.notes)") }
  }

  @Test(arguments: ["2.007s": "2007ms", "2.0071s": "2008ms", "0.25s": "250ms"])
  func `a time is taken in whole milliseconds`(_ written: String, _ taken: String) throws {
    let envoy = """
      {"static_resources": {"clusters": [{"name": "a", "connect_timeout": "\(written)", "load_assignment": {"endpoints": [
        {"lb_endpoints": [{"endpoint": {"address": {"socket_address": {"address": "10.0.0.1", "port_value": 80}}}}]}]}}]}}
      """
    #expect(try EnvoyImport(JSON(parsing: envoy)).document.text().contains("\"\(taken)\""))
  }

  @Test(arguments: [
    "{}", "[]", "1", #"{"static_resources": {"clusters": []}}"#, #"{"static_resources": {"clusters": [{}]}}"#,
  ])
  func `a document without clusters is refused with the remedy`(_ text: String) throws {
    let error = #expect(throws: EnvoyImport.Invalid.self) { try EnvoyImport(JSON(parsing: text)) }
    #expect(error?.description.contains("expected") == true)
  }
}
