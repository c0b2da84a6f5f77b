// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Checks all endpoints of a service at an interval, until it is cancelled.
struct HealthChecks: Sendable {
  let pool: EndpointPool
  let policy: HealthPolicy
  /// What is asked, for the events.
  let request: RequestSummary
  /// Receives the events.
  let environment: RequestEnvironment
  /// Checks an endpoint, until a moment, and returns the status.
  let ask: @Sendable (Endpoint?, ContinuousClock.Instant) async throws -> Status

  func run() async {
    let clock = environment.clock
    while !Task.isCancelled {
      await checkAll()
      let idle = pool.idleTime(at: clock.now) ?? .zero
      // Clients that began together do not check together for ever.
      var bits = SplitMix64(environment.randomBits())
      let pause = policy.pause(idleFor: idle) * (1 - 0.1 * bits.fraction())
      do { try await clock.sleep(until: clock.now.advanced(clamping: pause)) } catch { return }
    }
  }

  private func checkAll() async {
    await withTaskGroup(of: Void.self) { group in
      for target in pool.targets {
        group.addTask {
          let isGood = await answersWell(target.place)
          // A check that ends with the client says nothing about the endpoint.
          guard !Task.isCancelled else { return }
          let context = CallContext(environment: environment)
          context.call.ask(about: request)
          pool.noteCheck(target.origin, isGood: isGood, policy, context)
        }
      }
    }
  }

  private func answersWell(_ place: Endpoint?) async -> Bool {
    let end = environment.clock.now.advanced(clamping: policy.timeout)
    return (try? await ask(place, end)).map { policy.expect.contains($0.code) } ?? false
  }
}
