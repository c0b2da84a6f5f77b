// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What makes the credentials of a service the same ones after a change of the configuration: all that a token or a login
/// depends on, and nothing else.
struct CredentialIdentity: Hashable {
  private let service: String?
  private let isAtGateway: Bool
  private let origin: Origin?
  /// Where the gateway gives out tokens.
  private let gateway: String?
  private let credential: ServiceCredential?
  /// Whose certificate a token is bound to, and who is trusted with it.
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
