// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Decides whether a service's credentials are unchanged by a reload: everything that a token or a login depends on,
/// and nothing else.
struct CredentialIdentity: Hashable {
  private let service: String?
  private let isAtGateway: Bool
  private let origin: Origin?
  /// The gateway's token endpoint.
  private let gateway: String?
  private let credential: ServiceCredential?
  /// The client certificate that a token may be bound to, and the trusted authorities.
  private let tls: TLSOptions?

  init(_ destination: Destination) {
    service = destination.service
    isAtGateway = destination.isAtGateway
    origin = destination.base?.origin
    gateway = destination.isAtGateway ? destination.base?.prefix : nil
    credential = destination.credential
    tls = destination.settings.connection.tls
  }
}
