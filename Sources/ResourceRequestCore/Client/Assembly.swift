// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Everything a client derives from one configuration: immutable, and swapped atomically.
///
/// A call keeps the assembly it started with, so its hops and attempts see one configuration.
final class Assembly: Sendable {
  /// The configuration.
  let configuration: ResourceConfiguration
  /// The generation of the configuration.
  let generation: Int
  /// The previous configuration, for a rollback; `nil` if there is none.
  let former: ResourceConfiguration?
  /// The configuration on trial; `nil` if there is none.
  let trial: RolloutTrial?
  /// The rejected configurations; each is not tried again until another one was accepted.
  let refused: [ResourceConfiguration]
  /// How many of them are remembered.
  private static let mostRefused = 8
  /// The highest number that a configuration of the client had, that of one which was not taken included.
  private let lastGeneration: Int
  let router: Router
  let driver: HopDriver
  /// What the client has in all of its configurations.
  let parts: ClientParts
  /// The default fields of every request.
  let standardHeaders: Headers
  /// The states of the destinations, by their index.
  let states: [ServiceState]
  private let statesByIdentity: [DestinationIdentity: ServiceState]
  /// What rooms keep under identities of their own, by the room's place in the list.
  private let lasting: [AssemblyDraft.Lasting]

  /// Creates an assembly that takes over the state of unchanged services.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - parts: what the client has in all of its configurations.
  ///   - previous: the current assembly.
  ///   - former: the configuration for a rollback.
  init(
    _ configuration: ResourceConfiguration,
    _ parts: ClientParts,
    after previous: Assembly? = nil,
    former: ResourceConfiguration? = nil
  ) {
    self.configuration = configuration
    self.former = former
    generation = (previous?.lastGeneration ?? 0) + 1
    lastGeneration = generation
    (trial, refused) = (nil, [])
    self.parts = parts
    let options = parts.options
    standardHeaders = StandardFields.make(for: parts.transport, userAgent: options.userAgent)
    var routed = configuration
    routed.defaults.maxConnections = configuration.defaults.maxConnections ?? options.maxConnections
    let router = Router(routed, standardHeaders: standardHeaders) { identity in
      previous?.statesByIdentity[identity]?.lifetime ?? DestinationLifetime()
    }
    self.router = router
    var draft = AssemblyDraft(parts, configuration, standardHeaders, router, former: previous?.lasting ?? [])
    for destination in router.destinations {
      draft.add(destination, unchanged: previous?.statesByIdentity[destination.identity])
    }
    driver = HopDriver(router: router, draft.pipelines)
    (states, lasting) = (draft.states, draft.lasting)
    statesByIdentity = Dictionary(zip(router.destinations.map(\.identity), states)) { $1 }
  }

  /// The lifetimes that end if another assembly takes the place of this one: of the destinations that it does not have.
  func lifetimes(endedBy next: Assembly) -> [DestinationLifetime] {
    let lasting = [next, next.trial?.candidate].compactMap(\.self)
    let ended = statesByIdentity.compactMap { identity, state in
      lasting.contains { $0.statesByIdentity[identity] === state } ? nil : state.lifetime
    }
    return ended + (trial.map { $0.candidate.lifetimes(endedBy: next) } ?? [])
  }

  /// The same assembly, with another configuration on trial.
  convenience init(_ assembly: Assembly, trying trial: RolloutTrial) {
    self.init(assembly, trial: trial, refused: assembly.refused, last: trial.candidate.generation)
  }

  /// The same assembly, after a configuration was rolled back.
  convenience init(_ assembly: Assembly, without candidate: Assembly, isRefused: Bool) {
    let refused = assembly.refused + (isRefused ? [candidate.configuration] : [])
    self.init(assembly, trial: nil, refused: Array(refused.suffix(Self.mostRefused)), last: candidate.generation)
  }

  private init(_ other: Assembly, trial: RolloutTrial?, refused: [ResourceConfiguration], last: Int) {
    configuration = other.configuration
    generation = other.generation
    former = other.former
    router = other.router
    driver = other.driver
    parts = other.parts
    standardHeaders = other.standardHeaders
    states = other.states
    statesByIdentity = other.statesByIdentity
    lasting = other.lasting
    self.trial = trial
    self.refused = refused
    lastGeneration = max(last, other.lastGeneration)
  }
}

extension Assembly {
  /// What a room keeps for a destination; `nil` if no room keeps that.
  func kept<Kept: Sendable>(_ type: Kept.Type, for destination: Destination) -> Kept? {
    states[destination.index].kept(type)
  }

  /// What a room keeps for all destinations, in their order.
  func kept<Kept: Sendable>(_ type: Kept.Type) -> [Kept] { states.compactMap { $0.kept(type) } }

  /// A destination, with what the rooms say of it.
  func site(of destination: Destination) -> Site {
    let gateway = router.gateway.map { states[$0.index] }
    return AssemblyDraft(parts, configuration, standardHeaders, router, gateway: gateway)
      .site(of: destination, states[destination.index])
  }

  /// Adds what the rooms know of a request.
  func explain(_ question: ExplanationQuestion, in draft: inout ExplanationDraft) {
    let destination = question.route.destination
    let site = site(of: destination)
    for (room, kept) in zip(parts.rooms, states[destination.index].kept) {
      room.explain(question, withErased: kept, at: site, in: &draft)
    }
  }

  /// The status of each destination.
  func status(now: ContinuousClock.Instant) -> [ServiceStatus] {
    router.destinations.map { destination in
      let (state, site) = (states[destination.index], site(of: destination))
      let name = destination.service ?? (destination.isAtGateway ? "gateway" : "elsewhere")
      var status = ServiceStatus(name: Redaction.reference(name), origin: destination.base?.origin.description)
      status.take(state.ledger.read())
      for (room, kept) in zip(parts.rooms, state.kept) { room.report(erased: kept, at: site, now: now, in: &status) }
      return status
    }
  }
}
