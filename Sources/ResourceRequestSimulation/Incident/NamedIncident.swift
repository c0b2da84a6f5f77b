// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Simulation {
  /// Common incidents, to be fitted to the services of a configuration.
  public enum NamedIncident: String, Sendable, Hashable, CaseIterable {
    /// The first service's servers stall for ten seconds, with a backlog afterwards.
    case stall
    /// All servers of the first service become four times slower for half a minute.
    case brownOut = "brown-out"
    /// One of the first service's servers fails at once after a release.
    case badDeploy = "bad-deploy"
    /// One of the first service's servers becomes ten times slower.
    case slowOne = "slow-one"
    /// The first service accepts half of its requests and answers 429 to the rest.
    case rateLimit = "rate-limit"
    /// A third of all servers refuses connections.
    case zoneLoss = "zone-loss"
    /// Each service calls the next, and the last one stalls: the retries of each layer multiply.
    case retryStorm = "retry-storm"
    /// The tokens of all clients expire at once, and the token server is slow.
    case tokenHerd = "token-herd"

    /// The incident in one sentence.
    public var summary: String {
      switch self {
      case .stall: "the first service stalls for 10 s and then works off its queue"
      case .brownOut: "the first service becomes four times slower for 30 s"
      case .badDeploy: "one of the first service's servers fails at once for 30 s"
      case .slowOne: "one of the first service's servers becomes ten times slower for 30 s"
      case .rateLimit: "the first service responds 429 to half of its calls for 30 s"
      case .zoneLoss: "the first of every three servers refuses connections for 20 s"
      case .retryStorm: "services call one another, and the last one stalls for 10 s"
      case .tokenHerd: "the tokens of 50 clients expire at once, every 20 s, and their server is slow"
      }
    }
  }
}
