// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The destinations of a configuration while an assembly is made of them: their states, and their pipelines.
struct AssemblyDraft {
  private let parts: ClientParts
  private let configuration: ResourceConfiguration
  private let standardHeaders: Headers
  private let elsewhere: ExchangeOptions
  /// What the rooms of the assembly before keep under identities of their own.
  private let former: [Lasting]
  /// The state of the gateway, once it is made: it is before what is behind it.
  private var gateway: ServiceState?
  private(set) var states: [ServiceState] = []
  private(set) var pipelines: [DestinationPipelines] = []
  /// What the rooms keep under identities of their own, by the room's place in the list.
  private(set) var lasting: [Lasting]

  typealias Lasting = [LastingIdentity: any Sendable]

  init(
    _ parts: ClientParts,
    _ configuration: ResourceConfiguration,
    _ standardHeaders: Headers,
    _ router: Router,
    former: [Lasting] = [],
    gateway: ServiceState? = nil
  ) {
    self.parts = parts
    self.configuration = configuration
    self.standardHeaders = standardHeaders
    self.former = former
    self.gateway = gateway
    elsewhere = router.anywhere.options
    lasting = Array(repeating: [:], count: parts.rooms.count)
  }

  /// Adds a destination, in the order of the router.
  ///
  /// - Parameters:
  ///   - destination: the destination.
  ///   - unchanged: its state, if it was in the assembly before as it is.
  mutating func add(_ destination: Destination, unchanged: ServiceState?) {
    var site = site(of: destination)
    var kept: [any Sendable] = []
    for (index, room) in parts.rooms.enumerated() {
      let identity = room.lastingIdentity(of: destination)
      let own = unchanged?.kept[index] ?? room.keepErased(identity.flatMap { lastly($0, at: index) }, at: site)
      if let identity { lasting[index][identity] = own }
      room.describe(erased: own, at: site, in: &site.surroundings)
      kept.append(own)
    }
    let state = unchanged ?? ServiceState(destination.options.lifetime, kept: kept)
    if destination.isAtGateway, destination.service == nil { gateway = state }
    states.append(state)
    pipelines.append(StandardPipeline.make(at: site, state))
  }

  private func lastly(_ identity: LastingIdentity, at index: Int) -> (any Sendable)? {
    former.isEmpty ? nil : former[index][identity]
  }

  /// A destination, with what the rooms say of it.
  func site(of destination: Destination, _ state: ServiceState) -> Site {
    var site = site(of: destination)
    for (room, kept) in zip(parts.rooms, state.kept) { room.describe(erased: kept, at: site, in: &site.surroundings) }
    return site
  }

  private func site(of destination: Destination) -> Site {
    Site(
      destination: destination,
      client: parts,
      configuration: configuration,
      standardHeaders: standardHeaders,
      elsewhere: elsewhere,
      gateway: gateway
    )
  }
}
