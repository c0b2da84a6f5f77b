// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Asks hosts by https that want it (RFC 6797), where a destination's key `hsts` says so.
struct StrictTransportRoom: Room {
  private let hosts: SecureHosts

  init(_ options: HSTSOptions) {
    hosts = SecureHosts(options)
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: NothingKept, at site: Site) {
    if site.destination.usesHSTS { plan.add(StrictTransportHops(hosts: hosts)) }
  }
}

/// The hops of a destination with HSTS.
private struct StrictTransportHops: HopPart {
  let hosts: SecureHosts

  /// Changes the scheme to https for a host that wants it (RFC 6797 §8.3).
  func upgrade(_ url: ResourceURL, _ context: CallContext) -> ResourceURL? {
    hosts.upgrade(url, now: context.clock.date.wholeSeconds)
  }

  func follows(_ request: ResolvedRequest) -> Bool { true }

  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async {
    // A response that anybody may have sent says nothing (RFC 6797 §8.1).
    guard request.options.sharedConnection?.value.tls?.skipsVerification != true else { return }
    do {
      try await hosts.learn(from: response, of: request.url, now: context.clock.date.wholeSeconds)
    } catch {
      // The response has arrived; failing to store the host for later is no reason to lose it.
      context.emit(.warning) { $0.message = error.description }
    }
  }
}
