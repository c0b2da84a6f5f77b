// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides whether a destination is unchanged by a reload: everything that is configured for it.
///
/// A reload asks for it several times, so its hash is computed once.
package struct DestinationIdentity: Hashable {
  /// Of what tells the destinations of one configuration apart.
  private let hash: Int
  private let service: String?
  private let isAtGateway: Bool
  private let base: String?
  private let credential: ServiceCredential?
  private let endpoints: [ServiceEndpoint]
  private let endpointsFile: String?
  private let discovery: EndpointDiscovery?
  private let settings: ServiceSettings

  init(
    service: String?,
    isAtGateway: Bool,
    base: Destination.Base?,
    credential: ServiceCredential?,
    endpoints: [ServiceEndpoint],
    endpointsFile: String?,
    discovery: EndpointDiscovery?,
    settings: ServiceSettings
  ) {
    self.service = service
    self.isAtGateway = isAtGateway
    self.base = base.map { $0.prefix + ($0.endsWithSlash ? "/" : "") + ($0.query.map { "?" + $0 } ?? "") }
    self.credential = credential
    self.endpoints = endpoints
    self.endpointsFile = endpointsFile
    self.discovery = discovery
    self.settings = settings
    var hasher = Hasher()
    hasher.combine(service)
    hasher.combine(self.base)
    hash = hasher.finalize()
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
