// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

extension ExportTable {
  static let limits = [
    ExportRow(
      "maxConnections",
      ["maxConnections"],
      envoy: .same("`max_connections`"),
      haproxy: .differs("`maxconn`", "each endpoint has its share of the limit"),
      nginx: .differs("`max_conns`", "each endpoint has its share of the limit, and a request above it fails with 502")
    ) { $0.settings.maxConnections != nil },
    ExportRow(
      "concurrency: a number",
      ["concurrency"],
      envoy: .same("`max_requests`"),
      haproxy: .differs("`be_conn`, `maxconn`", "each endpoint has its share of the limit; a call above it gets 503"),
      nginx: .differs("`max_conns`", "each endpoint has its share of the limit; a call above it gets 502")
    ) { if case .fixed? = $0.policies.concurrency { true } else { false } },
    ExportRow("concurrency: adaptive", ["concurrency"], lost: "nothing bounds the requests under way") {
      if case .adaptive? = $0.policies.concurrency { true } else { false }
    },
    ExportRow(
      "queue",
      ["queue"],
      envoy: .differs(
        "`max_connections`, `max_pending_requests`",
        "as many wait as the queue and the limit have together, for a connection, in the order in which they came and as "
          + "long as they may take; over HTTP/2 none waits"
      ),
      haproxy: .differs("`be_conn`, `timeout queue`", "each endpoint has a queue, in the order in which calls came"),
      nginx: .lost("a call above the limit fails with 502")
    ) { $0.policies.queue != nil },
    ExportRow(
      "rate",
      ["rate", "requests"],
      envoy: .differs(
        "`local_ratelimit`",
        "a call above the rate gets 429 at once, the tokens of a period come at once, and calls that are retried whatever "
          + "happened have a rate beside the others'"
      ),
      haproxy: .differs(
        "`stick-table`, `http_req_rate`",
        "a call above the rate gets 429 at once, by a window and not a bucket"
      ),
      nginx: .differs(
        "`limit_req`",
        "a call above the rate gets 429 at once; rates are rounded down to calls a minute"
      )
    ) { $0.policies.rate?.requests != nil },
    ExportRow(
      "rate below one call a minute",
      ["rate", "requests"],
      envoy: .same("`local_ratelimit`"),
      haproxy: .same("`stick-table`"),
      nginx: .lost("nothing bounds the rate")
    ) { service in
      service.policies.rate.map { rate in rate.requests.map { rate.per / $0 > .seconds(60) } ?? false } ?? false
    },
    ExportRow("rate.obey", ["rate", "obey"], lost: "the limits that servers tell are passed on and not read") {
      $0.policies.rate.map { !$0.obey.isEmpty } ?? false
    },
    ExportRow("throttle", ["throttle"], lost: "a server that refuses calls still gets them") {
      $0.policies.throttle != nil
    },
    ExportRow("deadline", ["deadline"], lost: "servers are not told how much time is left") {
      $0.policies.deadline != nil
    },
    ExportRow("attemptHeader", ["attemptHeader"], lost: "servers are not told which attempt it is") {
      $0.policies.attemptHeader != nil
    },
    ExportRow("criticality", ["criticality"], lost: "all calls are equal") { $0.policies.criticality != nil },
    ExportRow("chaos", ["chaos"], lost: "no faults are made") { $0.policies.chaos != nil },
  ]

  static let connections = [
    ExportRow(
      "httpVersion",
      ["httpVersion"],
      envoy: .same("`HttpProtocolOptions`"),
      haproxy: .same("`alpn`, `proto`"),
      nginx: .differs("`proxy_http_version`", "HTTP/1.1 is spoken")
    ) { $0.settings.httpVersion.map { $0 != .http1_1 } ?? false },
    ExportRow(
      "unixSocket",
      ["unixSocket"],
      envoy: .same("`pipe`"),
      haproxy: .same("`unix@`"),
      nginx: .same("`unix:`")
    ) { $0.settings.connection.unixSocket != nil },
    ExportRow(
      "unixSocket with a `$`",
      ["unixSocket"],
      envoy: .same("`pipe`"),
      haproxy: .lost("HAProxy replaces what follows the `$` by a variable of its environment"),
      nginx: .same("`unix:`")
    ) { $0.settings.connection.unixSocket?.contains(bytes: "$") ?? false },
    ExportRow(
      "tls.caFile",
      ["tls", "caFile"],
      envoy: .same("`trusted_ca`"),
      haproxy: .same("`ca-file`"),
      nginx: .same("`proxy_ssl_trusted_certificate`")
    ) { $0.settings.connection.tls?.caFile != nil },
    ExportRow("tls.caDirectory", ["tls", "caDirectory"], lost: "the system's authorities are trusted") {
      $0.settings.connection.tls?.caDirectory != nil
    },
    ExportRow(
      "tls.certificate",
      ["tls", "certificate"],
      envoy: .same("`tls_certificates`"),
      haproxy: .same("`crt`"),
      nginx: .same("`proxy_ssl_certificate`")
    ) { $0.settings.connection.tls?.certificate != nil },
    ExportRow(
      "tls.key",
      ["tls", "key"],
      envoy: .same("`private_key`"),
      haproxy: .lost("the key must be in the certificate's file, or next to it as `FILE.key`"),
      nginx: .same("`proxy_ssl_certificate_key`")
    ) { $0.settings.connection.tls?.key != nil },
    ExportRow("tls.keyPassword", ["tls", "keyPassword"], lost: "the key has to be there without a password") {
      $0.settings.connection.tls?.keyPassword != nil
    },
    ExportRow(
      "tls.minimumVersion",
      ["tls", "minimumVersion"],
      envoy: .same("`tls_minimum_protocol_version`"),
      haproxy: .same("`ssl-min-ver`"),
      nginx: .same("`proxy_ssl_protocols`")
    ) { $0.isSecure },
    ExportRow(
      "tls.pinnedPublicKeys",
      ["tls", "pinnedPublicKeys"],
      envoy: .same("`verify_certificate_spki`"),
      haproxy: .lost("any certificate of a trusted authority will do"),
      nginx: .lost("any certificate of a trusted authority will do")
    ) { $0.settings.connection.tls?.pinnedPublicKeys.isEmpty == false },
    ExportRow(
      "tls.serverName",
      ["tls", "serverName"],
      envoy: .same("`sni`, `match_typed_subject_alt_names`"),
      haproxy: .same("`sni`, `verifyhost`"),
      nginx: .same("`proxy_ssl_name`")
    ) { $0.settings.connection.tls?.serverName != nil },
    ExportRow("tls.closeNotify", ["tls", "closeNotify"], lost: "a connection may end without it") {
      $0.settings.connection.tls?.closeNotify != nil
    },
    ExportRow(
      "TLS material from memory",
      ["tls"],
      lost: "there is no file to name; the system's authorities are trusted"
    ) {
      $0.settings.connection.tls.map { $0.caPEM != nil || $0.certificatePEM != nil || $0.keyPEM != nil } ?? false
    },
    ExportRow(
      "TLS to an address",
      ["baseUrl"],
      envoy: .same("`match_typed_subject_alt_names`"),
      haproxy: .lost("calls fail, since HAProxy finds no address in a certificate; set `tls.serverName`"),
      nginx: .lost("calls fail, since nginx finds no address in a certificate; set `tls.serverName`")
    ) { $0.isSecure && IPAddress($0.serverName) != nil },
    ExportRow("proxy", ["proxy"], lost: "servers are connected to directly") { $0.settings.connection.proxy != nil },
    ExportRow(
      "resolve",
      ["resolve"],
      envoy: .differs("`address`", "the first address counts"),
      haproxy: .differs("`server`", "the first address counts"),
      nginx: .differs("`server`", "the first address counts")
    ) { $0.settings.connection.fixedAddresses.contains { $0.addresses.count > 1 } },
    ExportRow("nameCacheTime", ["nameCacheTime"], lost: "names are looked up as the proxy does it") {
      $0.settings.connection.nameCacheTime != nil
    },
    ExportRow(
      "idleConnectionTime",
      ["idleConnectionTime"],
      envoy: .same("`idle_timeout`"),
      haproxy: .lost("connections are kept as long as HAProxy keeps them"),
      nginx: .same("`keepalive_timeout`")
    ) { $0.settings.connection.idleTime != nil },
    ExportRow("addresses", ["addresses"], lost: "any address is connected to") {
      $0.settings.connection.addresses != nil
    },
  ]
}
