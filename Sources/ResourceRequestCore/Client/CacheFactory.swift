// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Creates the cache of a destination from its configuration, and the cache's middleware for its pipeline.
enum CacheFactory {
  /// The cache of a destination; `nil` where none is configured.
  static func cache(for destination: Destination, _ fixed: Assembly.Fixed) -> ServiceCache? {
    guard let settings = destination.settings.cache, settings.isEnabled else { return nil }
    // The directory was good when the configuration was read; where it is not any more, memory has to do, with a warning.
    let disk: (any CacheStore)? = settings.disk.map { disk -> any CacheStore in
      do { return try DiskCacheStore(directory: disk.directory, size: disk.size) } catch { return BrokenStore(error) }
    }
    return ServiceCache(
      settings,
      hiding: hiddenFields(settings, of: destination, fixed),
      behind: fixed.options.cacheStore ?? disk,
      keepsAuthorizedBehind: fixed.options.cacheStore != nil || settings.disk?.storesAuthorized == true,
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
    _ resilience: ResilienceState,
    _ fixed: Assembly.Fixed
  ) -> CacheMiddleware {
    let partition = CachePartition(
      service: destination.service ?? (destination.isAtGateway ? "gateway" : nil),
      configured: cache.settings.partition,
      principal: principal(of: destination, takesTokens: takesTokens, fixed.options.authorization),
      isShared: cache.settings.mode == .shared,
      usual: destination.usual.plain
    )
    // Credentials that are added further in: the responses to them may go to the disk no more than others with
    // credentials.
    let (jar, hasCertificate) = (fixed.cookies, destination.settings.connection.tls?.certificate != nil)
    var middleware = CacheMiddleware(
      cache,
      partition: partition,
      decider: fixed.options.cacheDecider,
      work: fixed.work,
      hasRoom: { resilience.hasRoom(at: $0) }
    )
    if jar != nil || hasCertificate {
      middleware.carriesMore = { url, now in hasCertificate || jar?.field(for: url, now: now) != nil }
    }
    return middleware
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
    _ options: AuthorizationOptions
  ) -> CachePrincipal {
    if let credential = destination.credential { return .named(name(of: credential)) }
    // A provider of tokens, a user's login, or a store of logins: the principal is known only once they are asked.
    return takesTokens || options.credentialStore != nil ? .unknown : .nobody
  }

  /// The part of a credential that stays the same when its token or password is replaced.
  private static func name(of credential: ServiceCredential) -> String {
    switch credential.kind {
    case .basic(let username, _): "basic:" + username
    case .digest(let login): "digest:" + login.username
    case .apiKey(let key, let name, _): "key:\(name):" + SHA256.hexadecimal(of: key.reveal())
    case .bearer(let token): "bearer:" + SHA256.hexadecimal(of: token.reveal())
    case .bearerFile(let path): "file:" + path
    case .oauth2(let credentials):
      "client:\(credentials.tokenURL?.string ?? ""):\(credentials.audience ?? ""):\(credentials.scope):"
        + credentials.clientID
    }
  }
}
