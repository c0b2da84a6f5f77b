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
  let authorizers: Authorizers
  let driver: HopDriver
  private let states: [DestinationIdentity: ServiceState]
  private let authorizations: [CredentialIdentity: AuthorizationState]

  /// The caches of its destinations, and of those of a configuration on trial.
  var caches: [ServiceCache] {
    let own = states.values.compactMap(\.cache)
    guard let trial else { return own }
    return own + trial.candidate.caches.filter { other in !own.contains { $0 === other } }
  }

  /// The state of a destination that outlives the configuration.
  func state(of destination: Destination) -> ServiceState? { states[destination.identity] }

  /// The state that a client keeps across configurations.
  struct Fixed: Sendable {
    let transport: any Transport
    let options: ClientOptions
    let cookies: CookieJar?
    /// The HSTS hosts.
    let secureHosts: SecureHosts
    /// The caches of each service, across its configurations.
    let cacheFamilies = CacheFamilies()
    /// The calls in flight, for draining.
    let inFlight: InFlight

    /// Background work, for which draining waits too.
    var work: BackgroundWork {
      BackgroundWork(begin: { [inFlight] in inFlight.begin() }, end: { [inFlight] in inFlight.end() })
    }
  }

  /// Creates an assembly that takes over the state of unchanged services.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - fixed: the state that the client keeps.
  ///   - previous: the current assembly.
  ///   - former: the configuration for a rollback.
  init(
    _ configuration: ResourceConfiguration,
    _ fixed: Fixed,
    after previous: Assembly? = nil,
    former: ResourceConfiguration? = nil
  ) {
    self.configuration = configuration
    self.former = former
    generation = (previous?.lastGeneration ?? 0) + 1
    lastGeneration = generation
    (trial, refused) = (nil, [])
    let (transport, options) = (fixed.transport, fixed.options)
    let standardHeaders = StandardFields.make(for: transport, userAgent: options.userAgent)
    var routed = configuration
    routed.defaults.maxConnections = configuration.defaults.maxConnections ?? options.maxConnections
    let router = Router(routed, standardHeaders: standardHeaders) { identity in
      previous?.states[identity]?.lifetime ?? DestinationLifetime()
    }
    let factory = AuthorizerFactory(
      configuration: configuration,
      options: options,
      standardHeaders: standardHeaders,
      transport: transport,
      elsewhere: router.destinations.first { $0.base == nil && $0.service == nil }?.options ?? ExchangeOptions()
    )
    var kept: [DestinationIdentity: ServiceState] = [:]
    var authorizations: [CredentialIdentity: AuthorizationState] = [:]
    let states = router.destinations.map { destination in
      let (identity, credentials) = (destination.identity, CredentialIdentity(destination))
      let state =
        previous?.states[identity]
        ?? ServiceState(
          destination.options.lifetime,
          keeping: previous?.authorizations[credentials],
          authorizer: { factory.authorizer(for: destination, $0) },
          ResilienceState(destination.plan, seed: options.environment.randomBits()),
          upkeep: { resilience, authorizer, authorization in
            let credentials = StandardPipeline.credentials(of: destination, authorizer, authorization)
            return UpkeepFactory.upkeep(of: destination, resilience, credentials, fixed)
          },
          cache: CacheFactory.cache(for: destination, fixed)
        )
      kept[identity] = state
      authorizations[credentials] = state.authorization
      return state
    }
    let authorizers = Authorizers(router.destinations, states)
    let turns = zip(router.destinations, states).first { $0.0.isAtGateway }?.1.turns ?? Turns()
    let pipelines = zip(router.destinations, states).map { destination, state in
      StandardPipeline.make(
        for: destination,
        state: state,
        authorizer: authorizers[destination],
        turns: turns,
        fixed
      )
    }
    driver = HopDriver(router: router, pipelines, secureHosts: fixed.secureHosts)
    self.router = router
    self.authorizers = authorizers
    self.states = kept
    self.authorizations = authorizations
  }

  /// The lifetimes that end if another assembly takes the place of this one: of the destinations that it does not have.
  func lifetimes(endedBy next: Assembly) -> [DestinationLifetime] {
    let lasting = [next, next.trial?.candidate].compactMap(\.self)
    let ended = states.compactMap { identity, state in
      lasting.contains { $0.states[identity] === state } ? nil : state.lifetime
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
    authorizers = other.authorizers
    driver = other.driver
    states = other.states
    authorizations = other.authorizations
    self.trial = trial
    self.refused = refused
    lastGeneration = max(last, other.lastGeneration)
  }
}
