// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A feature of calls, behind the one door through which the client and its pipelines see it.
///
/// A room makes, for each destination, what it keeps over reloads, its middleware with their stations, its parts of hops, its
/// sections of an explanation and its share of a status. What it keeps for the whole client is a property of its own. Rooms
/// are blind to one another; what they may ask of each other is in ``Surroundings``.
///
/// Only `Client/StandardRooms` names the rooms.
protocol Room: Sendable {
  /// What the room keeps for a destination: the same over reloads, as long as the destination is configured as it is.
  associatedtype Kept: Sendable

  /// What decides, for destinations that changed, whether ``keep(_:at:)`` is given what was kept before; `nil` if that
  /// never is.
  func lastingIdentity(of destination: Destination) -> LastingIdentity?

  /// Makes what the room keeps for a new or changed destination.
  ///
  /// - Parameters:
  ///   - former: what was kept under the same ``lastingIdentity(of:)``; `nil` if nothing was.
  ///   - site: the destination; its surroundings are those of the rooms before this one.
  /// - Returns: what the room keeps.
  func keep(_ former: Kept?, at site: Site) -> Kept

  /// Says what other rooms may know.
  func describe(_ kept: Kept, at site: Site, in surroundings: inout Surroundings)

  /// Adds the room's middleware and parts of hops.
  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site)

  /// Adds what the room knows of a request.
  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft)

  /// Adds the room's share of a status.
  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus)
}

extension Room {
  func lastingIdentity(of destination: Destination) -> LastingIdentity? { nil }
  func describe(_ kept: Kept, at site: Site, in surroundings: inout Surroundings) {}
  func furnish(_ plan: inout MiddlewarePlan, with kept: Kept, at site: Site) {}
  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {}
  func report(_ kept: Kept, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {}
}

/// Decides whether what a room keeps for a destination outlasts a change of the destination.
///
/// A reload asks for it several times, so its hash is computed once.
struct LastingIdentity: Hashable, Sendable {
  private let hash: Int
  private let value: any Hashable & Sendable

  init(_ value: some Hashable & Sendable) {
    self.value = value
    hash = value.hashValue
  }

  static func == (one: LastingIdentity, other: LastingIdentity) -> Bool {
    one.hash == other.hash && AnyHashable(one.value) == AnyHashable(other.value)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A room that keeps nothing for a destination.
struct NothingKept: Sendable {}

extension Room where Kept == NothingKept {
  func keep(_ former: NothingKept?, at site: Site) -> NothingKept { NothingKept() }
}

// A list of rooms knows what each keeps by its place in `ServiceState.kept` only, so that its type is asked for here. A room is
// given what it made itself; for anything else it does nothing.
extension Room {
  func keepErased(_ former: (any Sendable)?, at site: Site) -> any Sendable { keep(former as? Kept, at: site) }

  func describe(erased kept: any Sendable, at site: Site, in surroundings: inout Surroundings) {
    if let kept = kept as? Kept { describe(kept, at: site, in: &surroundings) }
  }

  func furnish(_ plan: inout MiddlewarePlan, withErased kept: any Sendable, at site: Site) {
    if let kept = kept as? Kept { furnish(&plan, with: kept, at: site) }
  }

  func explain(
    _ question: ExplanationQuestion,
    withErased kept: any Sendable,
    at site: Site,
    in draft: inout ExplanationDraft
  ) {
    if let kept = kept as? Kept { explain(question, with: kept, at: site, in: &draft) }
  }

  func report(erased kept: any Sendable, at site: Site, now: ContinuousClock.Instant, in status: inout ServiceStatus) {
    if let kept = kept as? Kept { report(kept, at: site, now: now, in: &status) }
  }
}
