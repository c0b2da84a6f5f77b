// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The destinations of a configuration while an assembly is made of them: their states, and their pipelines.
struct AssemblyDraft {
  private let premises: Premises
  /// What the rooms of the assembly before keep under identities of their own, by the room's place in the list.
  private let former: [[LastingIdentity: any Sendable]]
  /// Whether somebody reads the status.
  private let countsAll: Bool
  /// The state of the gateway, once it is made: it is before what is behind it.
  private var gateway: ServiceState?
  private(set) var states: [ServiceState] = []
  private(set) var pipelines: [DestinationPipelines] = []

  init(_ premises: Premises, after states: [ServiceState]) {
    self.premises = premises
    countsAll = states.contains(where: \.ledger.countsAll)
    former = premises.client.rooms.indices.map { index in
      let lasting = states.compactMap { state in state.identities[index].map { ($0, state.kept[index]) } }
      return Dictionary(lasting) { $1 }
    }
  }

  /// Adds a destination, in the order of the router.
  ///
  /// - Parameters:
  ///   - destination: the destination.
  ///   - unchanged: its state, if it was in the assembly before as it is.
  mutating func add(_ destination: Destination, unchanged: ServiceState?) {
    var site = Site(destination: destination, premises: premises, gateway: gateway)
    let state: ServiceState
    if let unchanged {
      state = unchanged
      site.describe(by: state)
    } else {
      var (kept, identities): ([any Sendable], [LastingIdentity?]) = ([], [])
      for (index, room) in premises.client.rooms.enumerated() {
        let identity = room.lastingIdentity(of: destination)
        let own = room.keepErased(identity.flatMap { former[index][$0] }, at: site)
        room.describe(erased: own, at: site, in: &site.surroundings)
        kept.append(own)
        identities.append(identity)
      }
      state = ServiceState(destination.options.lifetime, kept: kept, identities: identities, countsAll: countsAll)
    }
    if destination.isAtGateway, destination.service == nil { gateway = state }
    states.append(state)
    pipelines.append(StandardPipeline.make(at: site, state))
  }
}

extension Site {
  /// Adds what the rooms say of the destination.
  mutating func describe(by state: ServiceState) {
    for (room, kept) in zip(client.rooms, state.kept) { room.describe(erased: kept, at: self, in: &surroundings) }
  }
}
