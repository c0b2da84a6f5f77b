// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What becomes of a setting in a proxy.
enum ExportSupport: Sendable {
  /// It does the same there, by these words of the proxy.
  case same(String)
  /// It does nearly the same, by these words; this is the difference.
  case differs(String, String)
  /// It does nothing; this happens instead.
  case lost(String)
}

/// A setting, and what becomes of it in each proxy.
struct ExportRow: Sendable {
  /// How people name it.
  let setting: String
  /// Its path below a service or the defaults; several if it has more than one spelling.
  let path: [String]
  let envoy: ExportSupport
  let haproxy: ExportSupport
  let nginx: ExportSupport
  /// Whether a service has it.
  let isUsed: @Sendable (ExportedService) -> Bool

  init(
    _ setting: String,
    _ path: [String],
    envoy: ExportSupport,
    haproxy: ExportSupport,
    nginx: ExportSupport,
    where isUsed: @escaping @Sendable (ExportedService) -> Bool
  ) {
    self.setting = setting
    self.path = path
    self.envoy = envoy
    self.haproxy = haproxy
    self.nginx = nginx
    self.isUsed = isUsed
  }

  /// A setting that no proxy knows.
  init(
    _ setting: String,
    _ path: [String],
    lost instead: String,
    where isUsed: @escaping @Sendable (ExportedService) -> Bool
  ) {
    self.init(setting, path, envoy: .lost(instead), haproxy: .lost(instead), nginx: .lost(instead), where: isUsed)
  }

  func support(by target: ProxyTarget) -> ExportSupport {
    switch target {
    case .envoy: envoy
    case .haproxy: haproxy
    case .nginx: nginx
    }
  }
}
