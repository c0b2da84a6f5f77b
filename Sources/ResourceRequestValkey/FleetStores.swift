// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Shares cached responses, tokens, and hints of failing endpoints among the instances of a program, by a server of Valkey or
/// Redis, with keys of its own in the configuration.
///
/// ```json
/// "shared": {
///   "server": "valkey://cache.internal:6379", "use": ["cache", "tokens"], "tokenKey": "${file:/run/secrets/fleet}"
/// }
/// ```
///
/// ```swift
/// let vocabulary = Vocabulary.standard + [FleetStores()]
/// let client = try ResourceClient(contentsOf: "backends.json", vocabulary: vocabulary)
/// ```
///
/// `cache` keeps the responses of a service that has a `cache` as ``ValkeyCacheStore`` does. `tokens` fetches the tokens of a
/// configured OAuth credential once for all instances; they are encrypted with `tokenKey`. `health` tells of endpoints that an
/// instance leaves out: the others leave them out at the second failure of their own. No request fails by the server.
public struct FleetStores: ServiceFeature, UnseenFeature {
  /// `shared`.
  public let key = "shared"
  /// What it does.
  public let summary = "Responses, tokens and hints that all instances share, by a server of Valkey or Redis."

  private let connection = ServerSettings()
  private let use = Setting.texts("use", "What is shared: cache, tokens, health, or some of them.")
  private let tokenKey = Setting.secret(
    "tokenKey",
    "What tokens are encrypted with: the same for all instances, \(TokenSeal.shortestSecret) bytes or more.",
    isSent: false
  )
  private let prefix = Setting.text("prefix", "What the names of keys begin with.").default("resource")
  private let storesAuthorized = Setting.flag(
    "storesAuthorized",
    "Whether responses to requests with credentials are stored: whoever reads the server can read them."
  ).default(true)

  /// What is shared.
  private enum Use: String, CaseIterable {
    case cache, tokens, health

    /// How many bytes the replies of one exchange may have.
    var replyLimit: Int {
      switch self {
      case .cache: ValkeyCacheStore.replyLimit(1 << 20)
      case .tokens: 1 << 20
      case .health: 1 << 16
      }
    }
  }

  /// What tells connections apart.
  private struct Line: Hashable, Sendable {
    let use: Use
    let address: ValkeyAddress
    let limit: Duration
  }

  /// What a place has, for as long as it is configured as it is.
  private final class Held: Sendable {
    let lines = Lock<[Use: ValkeyLine]>([:])
    let tokens = Lock<FleetTokens?>(nil)
  }

  private let lines = WeakTable<Line, ValkeyLine>()

  private let stores = WeakTable<Place, ValkeyCacheStore>()
  private let tokens = WeakTable<Place, FleetTokens>()
  private let hints = WeakTable<Place, FleetHints>()

  /// What tells stores apart.
  private struct Place: Hashable, Sendable {
    let address: ValkeyAddress
    let prefix: String
    let limit: Duration
    let storesAuthorized: Bool
    var tokenKey: Secret?
    var service: String?
  }

  /// Its settings.
  public var settings: FeatureSettings {
    connection.settings(with: use, tokenKey, prefix, storesAuthorized)
  }

  /// Creates the feature; its connections are shared by the clients that have it.
  public init() { simulated = nil }

  private init(_ simulated: Simulated) { self.simulated = simulated }

  /// Creates a feature for one run of a simulation: its clients share responses and tokens without a server, and no hints.
  public static func forSimulation() -> FleetStores { FleetStores(Simulated()) }

  /// What takes the place of servers in a simulation.
  private final class Simulated: Sendable {
    private let caches = Lock<[Place: SimulatedCacheStore.Server]>([:])
    private let tokens = Lock<[Place: SimulatedTokens]>([:])

    func cache(_ place: Place) -> SimulatedCacheStore.Server {
      caches.withLock { caches in
        let server = caches[place] ?? SimulatedCacheStore.Server()
        caches[place] = server
        return server
      }
    }

    func tokens(_ place: Place) -> SimulatedTokens {
      tokens.withLock { tokens in
        let shared = tokens[place] ?? SimulatedTokens()
        tokens[place] = shared
        return shared
      }
    }
  }

  private let simulated: Simulated?

  /// What is missing, or names no server.
  public func faults(at site: FeatureSite) -> [String] {
    var faults: [String] = []
    let words = site[use] ?? []
    if !words.isEmpty, site[connection.server] == nil {
      faults.append("\"shared\" has \"use\" and no \"server\", expected both")
    }
    for word in words where Use(rawValue: word) == nil {
      faults.append("\"use\" of \"shared\" has \"\(word)\", expected \"cache\", \"tokens\" or \"health\"")
    }
    if uses(.tokens, at: site) {
      if !TokenSeal.isAvailable {
        faults.append(
          "\"shared\" cannot share tokens in this build, expected the trait Sockets, which brings encryption"
        )
      }
      if let secret = site[tokenKey] {
        if secret.reveal().utf8.count < TokenSeal.shortestSecret {
          faults.append("\"tokenKey\" of \"shared\" is too short, expected \(TokenSeal.shortestSecret) bytes or more")
        }
      } else {
        faults.append("\"shared\" shares tokens and has no \"tokenKey\", expected one")
      }
    }
    faults += connection.faults(of: key, at: site)
    if !ValkeyCacheStore.isPrefix(site[prefix]) {
      faults.append("\"prefix\" of \"shared\" has other characters, expected letters, digits, \"-\", \"_\" and \":\"")
    }
    return faults
  }

  /// Where the responses of a place are stored.
  public func cacheStore(at site: FeatureSite) -> (any CacheStore)? {
    guard uses(.cache, at: site), let place = place(at: site) else { return nil }
    if let simulated {
      return site.state { SimulatedCacheStore(simulated.cache(place), storesAuthorized: place.storesAuthorized) }
    }
    let line = line(for: .cache, at: place, of: site)
    return stores.object(place) {
      ValkeyCacheStore(on: line, prefix: place.prefix, timeLimit: place.limit, storesAuthorized: place.storesAuthorized)
    }
  }

  /// Where the tokens of a place are shared.
  public func tokenStore(at site: FeatureSite) -> (any TokenStore)? {
    guard uses(.tokens, at: site), let secret = site[tokenKey], var place = place(at: site) else { return nil }
    place.tokenKey = secret
    if let simulated { return simulated.tokens(place) }
    let line = line(for: .tokens, at: place, of: site)
    let shared = tokens.object(place) { FleetTokens(prefix: place.prefix, secret: secret) { try await line.send($0) } }
    site.state { Held() }.tokens.withLock { $0 = shared }
    return shared
  }

  /// What other instances say of the endpoints of a place.
  public func endpointHints(at site: FeatureSite) -> (any EndpointHints)? {
    guard simulated == nil, uses(.health, at: site), var place = place(at: site) else { return nil }
    // The same endpoint may fail for one service and serve another, also of the same name in another configuration.
    let service = SHA256.hexadecimal(of: "\(site.service ?? "") \(site.origin?.description ?? "")").prefix(16)
    place.service = String(service)
    let line = line(for: .health, at: place, of: site)
    return hints.object(place) { FleetHints(prefix: "\(place.prefix):\(service)") { try await line.send($0) } }
  }

  /// Whether the server answers, to all that is shared, and what became of the tokens.
  public func status(at site: FeatureSite) -> [Explanation.Fact] {
    let held = site.state { Held() }
    let conditions = held.lines.withLock { $0.values.map(\.condition) }.sorted()
    guard let condition = conditions.first(where: { !$0.hasSameBytes(as: "answers") }) ?? conditions.first else {
      return []
    }
    let tokens = held.tokens.withLock(\.self).map { Explanation.Fact("tokens", $0.counts) }
    return [Explanation.Fact("server", condition)] + [tokens].compactMap(\.self)
  }

  /// The connection for a kind of use, which those who have it share, and which a place holds as long as it is configured.
  private func line(for use: Use, at place: Place, of site: FeatureSite) -> ValkeyLine {
    let line = lines.object(Line(use: use, address: place.address, limit: place.limit)) {
      ValkeyLine(place.address, limit: place.limit, replyLimit: use.replyLimit)
    }
    site.state { Held() }.lines.withLock { $0[use] = line }
    line.prepare()
    return line
  }

  private func uses(_ kind: Use, at site: FeatureSite) -> Bool {
    site[use]?.contains { Use(rawValue: $0) == kind } ?? false
  }

  private func place(at site: FeatureSite) -> Place? {
    guard let address = connection.address(at: site) else { return nil }
    return Place(
      address: address,
      prefix: site[prefix],
      limit: connection.limit(at: site),
      storesAuthorized: site[storesAuthorized]
    )
  }
}
