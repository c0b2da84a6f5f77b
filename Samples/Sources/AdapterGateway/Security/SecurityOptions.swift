// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Foundation
public import ResourceRequestKit

/// The options of the gateway's security.
public struct SecurityOptions: Sendable {
  /// The PIN that the check accepts.
  public var pin: Secret
  /// How often it may be answered wrongly before it blocks.
  public var attempts: Int
  /// How many seconds it then blocks.
  public var blockTime: TimeInterval
  /// For how many seconds a token is good.
  public var tokenLifetime: Int
  /// The programs that may ask for tokens with a secret.
  public var confidentialClients: [ConfidentialClient]
  /// Where codes may be sent to: each the whole address, byte for byte.
  public var redirectURIs: [String]
  /// Which schemes, hosts and ports clients call it by, such as `http://gateway.example:8080`.
  ///
  /// Assertions are for one of them; where there are none, for the address it listens at.
  public var addresses: [String]
  /// The current time.
  public var now: @Sendable () -> Date

  /// The PIN 1234 in three attempts, tokens for an hour, the client of ``ConfidentialClient/sample``, and the address the
  /// SDK's registered clients name, unless others are.
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
