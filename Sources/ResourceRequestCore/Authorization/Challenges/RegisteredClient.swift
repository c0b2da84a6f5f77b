// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A program that registers itself with a gateway and signs for its tokens, as mobile apps do.
public struct RegisteredClient: Sendable {
  /// Signs for it.
  public var signer: any ClientAssertionSigner
  /// Keeps what the gateway calls it.
  public var identities: any IdentityStore
  /// What the gateway is told of the application at the registration, beside the public key.
  public var application: JSON.Object
  /// Where the gateway sends codes to; nothing is ever fetched from there.
  public var redirectURI: String

  /// A client; its identity is kept in memory unless a store is named.
  public init(
    signer: any ClientAssertionSigner,
    identities: any IdentityStore = InMemoryIdentityStore(),
    application: JSON.Object = [:],
    redirectURI: String = "http://mfpredirecturi"
  ) {
    self.signer = signer
    self.identities = identities
    self.application = application
    self.redirectURI = redirectURI
  }
}
