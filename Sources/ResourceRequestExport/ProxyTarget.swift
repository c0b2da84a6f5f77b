// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A proxy whose configuration is written from that of a client.
public enum ProxyTarget: String, Sendable, CaseIterable {
  /// Envoy, as its JSON of static resources.
  case envoy
  /// HAProxy, 2.6 or later.
  case haproxy
  /// nginx, the open-source one.
  case nginx

  /// The name of its file.
  public var fileName: String {
    switch self {
    case .envoy: "envoy.json"
    case .haproxy: "haproxy.cfg"
    case .nginx: "nginx.conf"
    }
  }

  /// Its name as its makers write it.
  public var name: String {
    switch self {
    case .envoy: "Envoy"
    case .haproxy: "HAProxy"
    case .nginx: "nginx"
    }
  }
}
