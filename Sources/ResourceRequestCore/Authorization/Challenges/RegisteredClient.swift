// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A program that registers with a gateway and signs its token requests, as mobile apps do.
public struct RegisteredClient: Sendable {
  /// Signs the client's assertions.
  public var signer: any ClientAssertionSigner
  /// Stores the client's identifier.
  public var identities: any IdentityStore
  /// The description of the application that is sent at the registration, besides the public key.
  public var application: JSON.Object
  /// The redirect URI for authorization codes; it is never fetched.
  public var redirectURI: String

  /// Creates a client; its identifier is stored in memory by default.
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
