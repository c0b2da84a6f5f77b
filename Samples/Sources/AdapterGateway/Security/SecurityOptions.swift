// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Foundation
public import ResourceRequestKit

/// The options of the gateway's security.
public struct SecurityOptions: Sendable {
  /// The PIN that the check accepts.
  public var pin: Secret
  /// The number of wrong attempts after which the check blocks.
  public var attempts: Int
  /// How long the check blocks, in seconds.
  public var blockTime: TimeInterval
  /// The lifetime of a token, in seconds.
  public var tokenLifetime: Int
  /// The programs that may request tokens with a secret.
  public var confidentialClients: [ConfidentialClient]
  /// The URIs that codes may be sent to, each complete and compared byte for byte.
  public var redirectURIs: [String]
  /// The schemes, hosts and ports by which clients call the gateway, such as `http://gateway.example:8080`.
  ///
  /// The audience of an assertion must be one of them; if empty, the address the gateway listens on.
  public var addresses: [String]
  /// The current time.
  public var now: @Sendable () -> Date

  /// Creates options: by default the PIN 1234 with three attempts, tokens for an hour, the client
  /// ``ConfidentialClient/sample``, and the redirect URI that the SDK's registered clients use.
  public init(
    pin: Secret = "1234",
    attempts: Int = 3,
    blockTime: TimeInterval = 60,
    tokenLifetime: Int = 3599,
    confidentialClients: [ConfidentialClient] = [.sample],
    redirectURIs: [String] = ["http://mfpredirecturi"],
    addresses: [String] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.pin = pin
    self.attempts = attempts
    self.blockTime = blockTime
    self.tokenLifetime = tokenLifetime
    self.confidentialClients = confidentialClients
    self.redirectURIs = redirectURIs
    self.addresses = addresses
    self.now = now
  }
}
