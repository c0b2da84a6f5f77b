// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of a destination that outlives a reload which leaves it as it is: the outcomes of its attempts, the lifetime of
/// its connections, and what each room keeps.
final class ServiceState: Sendable {
  /// The lifetime of its connections.
  let lifetime: DestinationLifetime?
  /// The outcomes of its attempts.
  let ledger: AttemptLedger
  /// What observers were warned of at its first request.
  let told = Lock<Set<ExactText>>([])
  /// What the rooms keep, in their order.
  let kept: [any Sendable]
  /// Under which identity each of them outlasts the destination, in their order.
  let identities: [LastingIdentity?]

  init(_ lifetime: DestinationLifetime?, kept: [any Sendable], identities: [LastingIdentity?], countsAll: Bool) {
    ledger = AttemptLedger(countsAll: countsAll)
    self.lifetime = lifetime
    self.kept = kept
    self.identities = identities
  }

  /// What a room keeps, by the type of it; `nil` if no room keeps that.
  func kept<Kept: Sendable>(_ type: Kept.Type) -> Kept? {
    for case let kept as Kept in kept { return kept }
    return nil
  }
}
