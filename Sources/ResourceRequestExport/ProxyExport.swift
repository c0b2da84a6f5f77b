// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Writes the configuration of a client for a proxy that many clients share.
///
/// The proxy listens over plain HTTP; `/{service}/…` leads to the service's base URL. Settings that the proxy cannot
/// apply, or applies differently, are reported with their place in the document; `Docs/Export.md` has the whole table.
///
/// ```swift
/// let exported = ProxyExport(to: .envoy).export(try ResourceConfiguration(contentsOf: "backends.json"))
/// ```
public struct ProxyExport: Sendable {
  /// The proxy.
  public var target: ProxyTarget
  /// The address that it listens at; by default this machine only.
  public var address: String
  /// The port that it listens at.
  public var port: UInt16
  /// Whether the file contains the secrets, visible to anyone who can read it; by default it contains references.
  public var inlinesSecrets: Bool

  /// Creates an export.
  public init(
    to target: ProxyTarget,
    address: String = "127.0.0.1",
    port: UInt16 = 8080,
    inlinesSecrets: Bool = false
  ) {
    self.target = target
    self.address = address
    self.port = port
    self.inlinesSecrets = inlinesSecrets
  }

  /// Writes a configuration; services behind the gateway are left out, which is among the losses.
  public func export(_ configuration: ResourceConfiguration) -> ExportedProxy {
    let all = configuration.services.enumerated().map { number, service in
      ExportedService(service, number: number + 1, in: configuration)
    }
    let services = all.filter { !$0.isBehindGateway }
    let text =
      switch target {
      case .envoy: EnvoyDocument(export: self, services: services).text
      case .haproxy: HAProxyDocument(export: self, services: services).text
      case .nginx: NginxDocument(export: self, services: services).text
      }
    let secrets = services.flatMap { service in
      service.secretFields.map { field in
        let source = target == .nginx ? service.secretFile : field.variable
        return ExportedProxy.SecretReference(service: service.name, field: field.name, source: source)
      }
    }
    let paths = configuration.places.paths
    return ExportedProxy(
      target: target,
      text: text,
      losses: all.flatMap { ExportTable.losses(of: $0, to: target, in: configuration.places, paths) },
      secrets: inlinesSecrets ? [] : secrets
    )
  }
}
