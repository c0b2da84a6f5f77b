// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Creates the cache of a destination from its configuration, and the cache's middleware for its pipeline.
enum CacheFactory {
  /// The cache of a destination; `nil` where none is configured.
  static func cache(for destination: Destination, _ fixed: Assembly.Fixed) -> ServiceCache? {
    guard let settings = destination.settings.cache, settings.isEnabled else { return nil }
    // The directory was good when the configuration was read; where it is not any more, memory has to do, with a warning.
    let disk: (any CacheStore)? = settings.disk.map { disk -> any CacheStore in
      do {
        return try DiskCacheStore(
          directory: disk.directory,
          size: disk.size,
          storesAuthorized: disk.storesAuthorized
        )
      } catch { return BrokenStore(error) }
    }
    let store = fixed.options.cacheStore ?? disk
    return ServiceCache(
      settings,
      hiding: hiddenFields(settings, of: destination, fixed),
      behind: store,
      keepsAuthorizedBehind: store?.storesAuthorized == true,
      family: family(of: destination, fixed)
    )
  }

  /// Tells the caches of a destination's other configurations of changes; `nil` if its own cache does.
  static func changes(at destination: Destination, _ state: ServiceState, _ fixed: Assembly.Fixed) -> UncachedChanges? {
    state.cache == nil ? UncachedChanges(family: family(of: destination, fixed), work: fixed.work) : nil
  }

  private static func family(of destination: Destination, _ fixed: Assembly.Fixed) -> CacheFamily {
    fixed.cacheFamilies.family(of: destination.service ?? (destination.isAtGateway ? "/gateway" : "/"))
  }

  static func middleware(
    _ cache: ServiceCache,
    for destination: Destination,
    takesTokens: Bool,
    _ tokenFile: TokenFile?,
    _ resilience: ResilienceState,
    _ fixed: Assembly.Fixed
  ) -> CacheMiddleware {
    let partition = CachePartition(
      service: destination.service,
      isGateway: destination.isAtGateway,
      configured: cache.settings.partition,
      principal: principal(of: destination, takesTokens: takesTokens, tokenFile, fixed.options.authorization),
      isShared: cache.settings.mode == .shared,
      usual: destination.usual.plain,
      connections: [destination.options.sharedConnection, destination.connectionForUntrusted],
      endpoints: endpoints(of: destination),
      cookies: cookies(of: fixed.cookies)
    )
    return CacheMiddleware(
      cache,
      partition: partition,
      decider: fixed.options.cacheDecider,
      work: fixed.work,
      hasRoom: { resilience.hasRoom(at: $0) }
    )
  }

  /// The cookies of a jar for a request; `nil` without a jar.
  private static func cookies(of jar: CookieJar?) -> (@Sendable (ResourceURL, Date) -> String?)? {
    guard let jar else { return nil }
    return { url, now in jar.field(for: url, now: now) }
  }

  /// The file of a destination's token; `nil` if it has none.
  static func tokenFile(of destination: Destination) -> TokenFile? {
    if case .bearerFile(let path)? = destination.credential?.kind { TokenFile(path) } else { nil }
  }

  /// What the configuration names as the destination's servers, if not the host of its URL.
  private static func endpoints(of destination: Destination) -> [String] {
    let listed = destination.endpoints.map(\.origin.description)
    return listed
      + [destination.endpointsFile.map { "file:" + $0 }, destination.discovery?.rawValue].compactMap(\.self)
  }

  /// The fields that are put on below the cache, which cannot see them.
  private static func hiddenFields(
    _ settings: CacheSettings,
    of destination: Destination,
    _ fixed: Assembly.Fixed
  ) -> Set<String> {
    var names: Set<String> = fixed.cookies == nil ? [] : ["cookie"]
    // In a private cache the partition keeps principals apart.
    if settings.mode == .shared { names.insert("authorization") }
    return names
  }

  /// The principal of the requests to a destination, as far as its configuration determines it.
  private static func principal(
    of destination: Destination,
    takesTokens: Bool,
    _ tokenFile: TokenFile?,
    _ options: AuthorizationOptions
  ) -> CachePrincipal {
    if takesTokens, givesTokens(options, for: destination) { return .unknown }
    guard let credential = destination.credential else {
      // A user's login, or a store of logins: the principal is known only once they are asked.
      return takesTokens || options.credentialStore != nil ? .unknown : .nobody
    }
    if let tokenFile { return following(credential) { tokenFile.files.text } }
    guard let secret = credential.secret else { return .unknown }
    return secret.mayChange
      ? following(credential) { secret.reveal() } : .named(name(of: credential, secret: secret.reveal()))
  }

  /// Whether the program gives the tokens for a destination, whatever its configuration says.
  private static func givesTokens(_ options: AuthorizationOptions, for destination: Destination) -> Bool {
    if destination.isAtGateway { return options.gatewayTokenProvider != nil || options.registeredClient != nil }
    return options.tokenProviders.contains { name, _ in
      destination.service.map { name.hasSameBytes(as: $0) } ?? false
    }
  }

  /// A principal by what its secret is now.
  private static func following(
    _ credential: ServiceCredential,
    _ secret: @escaping @Sendable () -> String?
  ) -> CachePrincipal {
    let last = Lock<(secret: String, name: String)?>(nil)
    return .following {
      guard let secret = secret() else { return nil }
      if let last = last.withLock({ $0 }), last.secret.hasSameBytes(as: secret) { return last.name }
      let name = name(of: credential, secret: secret)
      last.withLock { $0 = (secret, name) }
      return name
    }
  }

  /// A digest of the credential, its secret included.
  ///
  /// Whoever knows only the name of a user must not read that user's responses. Tokens that are fetched for the credential
  /// take no part.
  private static func name(of credential: ServiceCredential, secret: String) -> String {
    let parts =
      switch credential.kind {
      case .basic(let username, _): ["basic", username]
      case .digest(let login): ["digest", login.username]
      case .apiKey(_, let name, let policy): ["key", name, policy.rawValue]
      case .bearer, .bearerFile: ["bearer"]
      case .oauth2(let credentials):
        [
          "client", credentials.tokenURL?.string ?? "", credentials.audience ?? "", "\(credentials.scope)",
          credentials.clientID,
        ]
      }
    return SHA256.hexadecimal(of: CachePrincipal.joined(parts + [secret]))
  }
}

extension ServiceCredential {
  /// Its secret; `nil` for a token file, whose content is the secret.
  fileprivate var secret: Secret? {
    switch kind {
    case .basic(_, let secret), .apiKey(let secret, _, _), .bearer(let secret): secret
    case .digest(let login): login.password
    case .oauth2(let credentials): credentials.clientSecret
    case .bearerFile: nil
    }
  }
}
