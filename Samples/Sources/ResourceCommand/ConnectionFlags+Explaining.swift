// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

extension ConnectionFlags {
  /// What is unusual about the way to the server, line by line.
  func explain(_ resolved: ResolvedRequest, _ layers: SettingLayers) -> [Explanation.Row] {
    let connection = resolved.options.connection
    let tls = connection.tls ?? TLSOptions()
    var rows: [Explanation.Row] = []
    func add(_ name: String, _ value: String?, _ flag: String?, _ place: (ServiceSettings) -> Bool, _ path: String) {
      guard let value else { return }
      rows.append((name, value, flag ?? layers.find({ place($0) ? true : nil }, at: [path])?.1 ?? "default"))
    }
    let policy = resolved.options.httpVersion
    add(
      "http version",
      policy == .negotiated ? nil : policy.rawValue,
      version.map { "--http\($0.rawValue)" },
      { $0.httpVersion != nil },
      "httpVersion"
    )
    let via = connection.unixSocket == nil ? connection.proxy?.proxy(for: resolved.url.origin)?.url : nil
    add(
      "proxy",
      via,
      proxy.map { _ in "--proxy" } ?? (isEnvironment(connection.proxy) ? "environment" : nil),
      { $0.connection.proxy != nil },
      "proxy"
    )
    let socket = connection.unixSocket
    add("socket", socket, unixSocket.map { _ in "--unix-socket" }, { $0.connection.unixSocket != nil }, "unixSocket")
    guard resolved.url.origin.isSecure else { return rows }
    let isTLS = { (settings: ServiceSettings) in settings.connection.tls != nil }
    add("authorities", tls.caFile ?? tls.caDirectory, cacert.map { _ in "--cacert" }, isTLS, "tls")
    add("certificate", tls.certificate, cert.map { _ in "--cert" }, isTLS, "tls")
    let pinned = pinnedPublicKeys.isEmpty ? nil : "--pinned-public-key"
    for pin in tls.pinnedPublicKeys { add("pinned key", "\(pin)", pinned, isTLS, "tls") }
    return rows
  }

  private func isEnvironment(_ rules: ProxyRules?) -> Bool {
    rules != nil && (try? Self.environmentRules()) == rules
  }
}
