// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Makes the work for the endpoints of a service beside its calls.
enum EndpointWork {
  /// Makes it.
  ///
  /// - Parameters:
  ///   - destination: the service.
  ///   - state: the state of its policies.
  ///   - surroundings: what other rooms do for its requests, health checks among them.
  ///   - client: what the client has.
  /// - Returns: the work; `nil` where there is none.
  static func upkeep(
    of destination: Destination,
    _ state: ResilienceState,
    _ surroundings: Surroundings,
    _ client: ClientParts
  ) -> EndpointUpkeep? {
    guard let pool = state.pool, let base = destination.base else { return nil }
    let environment = client.options.environment
    var works: [@Sendable () async -> Void] = []
    if let policy = state.plan.configured.health, state.plan.hasSeveralEndpoints,
      let url = try? ResourceURL("\(base.origin)\(policy.path)")
    {
      let checks = HealthChecks(
        pool: pool,
        policy: policy,
        request: RequestSummary(method: .get, service: destination.service, url: url),
        environment: environment,
        ask: asking(url, of: destination, policy, surroundings, client)
      )
      works.append { await checks.run() }
    }
    if destination.discovery == .dns {
      let connection = destination.settings.connection
      let discovery = NameDiscovery(
        pool: pool,
        origin: base.origin,
        time: max(connection.nameCacheTime ?? .seconds(60), .seconds(1)),
        environment: environment,
        lookUp: lookUp(base.origin, connection.fixedAddresses, client.options.lookUp)
      )
      works.append { await discovery.run() }
    }
    let watch = destination.endpointsFile.map { path in watching(path, base.origin, pool, environment) }
    if works.isEmpty, watch == nil { return nil }
    let upkeep = EndpointUpkeep(works, watch: watch)
    pool.whenFirstUsed { [weak upkeep] in upkeep?.begin() }
    return upkeep
  }

  /// Looks names up as connections do: the key `resolve` wins over the resolver.
  private static func lookUp(
    _ origin: Origin,
    _ fixed: [FixedAddress],
    _ resolver: @escaping @Sendable (String) async throws -> [String]
  ) -> @Sendable (String) async throws -> [String] {
    let own = fixed.first { $0.port == origin.port && $0.host.hasSameBytes(as: origin.host) }
    guard let own else { return resolver }
    return { _ in own.addresses }
  }

  /// Asks an endpoint as a call would, without being one: no observer and no ledger sees it.
  private static func asking(
    _ url: ResourceURL,
    of destination: Destination,
    _ policy: HealthPolicy,
    _ surroundings: Surroundings,
    _ client: ClientParts
  ) -> @Sendable (Endpoint?, ContinuousClock.Instant) async throws -> Status {
    let given = client.options.environment
    let environment = RequestEnvironment(clock: given.clock, randomBits: given.randomBits)
    let credentials = policy.sendsCredentials ? surroundings.credentials : nil
    // What crosses with the end of a kept connection tells nothing about the endpoint.
    let middleware = [StaleConnectionMiddleware(), credentials, surroundings.proxyLogin].compactMap(\.self)
    let pipeline = Pipeline(middleware, transport: client.transport, usual: destination.usual)
    var options = destination.options
    options.deliverWhole()
    return { [options] place, end in
      var request = ResolvedRequest(
        url: url,
        headers: (policy.sendsCredentials ? destination.usual : destination.anonymous).plain,
        service: destination.service,
        options: options
      )
      request.endpoint = place
      // Not part of any call, whichever was the first.
      let context = CallContext(Call(environment, serving: 0), deadline: end)
      return try await pipeline.send(request, context: context).status
    }
  }

  /// Follows a file of endpoints; the last good ones are used while it is of no use, with one warning.
  private static func watching(
    _ path: String,
    _ origin: Origin,
    _ pool: EndpointPool,
    _ environment: RequestEnvironment
  ) -> @Sendable () -> FileWatcher {
    // The file as it was before the first call; later changes are noticed.
    let file = WatchedFile(path)
    return {
      let clock = environment.clock
      let warnings = UpkeepWarnings(environment)
      let watcher = FileWatcher(
        [file],
        sleep: { try await clock.sleep(until: clock.now.advanced(clamping: $0)) },
        read: { isLastWord in
          do throws(ConfigurationDocument.EndpointsFault) {
            pool.update(try ConfigurationDocument.readEndpoints(path, for: origin), at: clock.now)
            warnings.reset()
            return true
          } catch {
            if isLastWord { warnings.warn("the file of endpoints \(path) \(error.reason)") }
            return false
          }
        }
      )
      // The configuration may have been read long before the file was looked at, as one is that is gone back to.
      watcher.readAnyway()
      return watcher
    }
  }
}
