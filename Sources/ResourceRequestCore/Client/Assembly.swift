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
  /// What its destinations have in common.
  let premises: Premises
  /// The states of the destinations, by their index.
  let states: [ServiceState]
  private let statesByIdentity: [DestinationIdentity: ServiceState]

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
    trial = nil
    refused = previous.flatMap { $0.configuration.means(theSameAs: configuration) ? $0.refused : nil } ?? []
    let options = parts.options
    let standardHeaders = StandardFields.make(for: parts.transport, userAgent: options.userAgent)
    var routed = configuration
    routed.defaults.maxConnections = configuration.defaults.maxConnections ?? options.maxConnections
    // The states of the destinations that the assembly before has as they are, in the order of the router.
    var unchanged: [ServiceState?] = []
    let router = Router(routed, standardHeaders: standardHeaders) { identity in
      let state = previous?.statesByIdentity[identity]
      unchanged.append(state)
      return state?.lifetime ?? DestinationLifetime()
    }
    self.router = router
    premises = Premises(parts, configuration, standardHeaders, router)
    var draft = AssemblyDraft(premises, after: previous?.states ?? [])
    for (destination, unchanged) in zip(router.destinations, unchanged) { draft.add(destination, unchanged: unchanged) }
    driver = HopDriver(router: router, draft.pipelines)
    states = draft.states
    statesByIdentity = Dictionary(zip(router.destinations.map(\.identity), states)) { $1 }
  }

  /// The lifetimes that end if another assembly takes the place of this one: of the destinations that it does not have.
  func lifetimes(endedBy next: Assembly) -> [DestinationLifetime] {
    let lasting = Set((next.states + (next.trial?.candidate.states ?? [])).map { ObjectIdentifier($0) })
    let ended = states.compactMap { lasting.contains(ObjectIdentifier($0)) ? nil : $0.lifetime }
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
    premises = other.premises
    states = other.states
    statesByIdentity = other.statesByIdentity
    self.trial = trial
    self.refused = refused
    lastGeneration = max(last, other.lastGeneration)
  }

  /// What a room keeps for a destination; `nil` if no room keeps that.
  func kept<Kept: Sendable>(_ type: Kept.Type, for destination: Destination) -> Kept? {
    states[destination.index].kept(type)
  }

  /// What a room keeps for all destinations, in their order.
  func kept<Kept: Sendable>(_ type: Kept.Type) -> [Kept] { states.compactMap { $0.kept(type) } }

  /// A call to a destination has failed before an attempt.
  func noteUnsent(_ code: ResourceError.Code, to destination: Destination) {
    states[destination.index].ledger.noteUnsent(code)
  }

  /// A call has failed before it had a destination.
  func noteUnrouted(_ code: ResourceError.Code, _ request: ResourceRequest) {
    // A template that cannot be expanded may begin with a scheme all the same.
    let start = request.target.cut(atByte: "/").head
    let isWhole = (try? Target(request))?.reference.isAbsolute ?? (start.utf8.last == UInt8(ascii: ":"))
    // A service that is not configured is the gateway's.
    let own = router.destination(of: request.service) ?? router.gateway
    noteUnsent(code, to: request.service == nil && isWhole ? router.anywhere : own ?? router.anywhere)
  }

  /// A destination, with what the rooms say of it.
  func site(of destination: Destination) -> Site {
    var site = Site(destination: destination, premises: premises, gateway: router.gateway.map { states[$0.index] })
    site.describe(by: states[destination.index])
    return site
  }

  /// Adds what the rooms know of a request.
  func explain(_ question: ExplanationQuestion, in draft: inout ExplanationDraft) {
    let destination = question.route.destination
    let site = site(of: destination)
    for (room, kept) in zip(premises.client.rooms, states[destination.index].kept) {
      room.explain(question, withErased: kept, at: site, in: &draft)
    }
  }

  /// The status of each destination.
  func status(now: ContinuousClock.Instant) -> [ServiceStatus] {
    router.destinations.map { destination in
      let (state, site) = (states[destination.index], site(of: destination))
      let own = destination.isAtGateway ? "gateway" : "elsewhere"
      // No two have one name, whatever a service is called.
      let name = destination.service ?? (router.destination(of: own) == nil ? own : "(\(own))")
      var status = ServiceStatus(name: Redaction.reference(name), origin: destination.base?.origin.description)
      status.take(state.ledger.read())
      for (room, kept) in zip(premises.client.rooms, state.kept) {
        room.report(erased: kept, at: site, now: now, in: &status)
      }
      return status
    }
  }
}
