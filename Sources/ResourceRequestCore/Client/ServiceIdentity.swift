// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides whether a service is unchanged by a reload: everything that is configured for it.
struct ServiceIdentity: Hashable {
  private let service: String?
  private let isAtGateway: Bool
  private let base: String?
  private let credential: ServiceCredential?
  private let endpoints: [ServiceEndpoint]
  private let endpointsFile: String?
  private let discovery: EndpointDiscovery?
  private let settings: ServiceSettings

  init(_ destination: Destination) {
    service = destination.service
    isAtGateway = destination.isAtGateway
    base = destination.base.map { $0.prefix + ($0.endsWithSlash ? "/" : "") + ($0.query.map { "?" + $0 } ?? "") }
    credential = destination.credential
    // Those of a file are taken over while the client runs, and make no other service of it.
    endpoints = destination.endpointsFile == nil ? destination.endpoints : []
    endpointsFile = destination.endpointsFile
    discovery = destination.discovery
    settings = destination.settings
  }
}
