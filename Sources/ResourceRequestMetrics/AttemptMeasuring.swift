// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Metrics
  import CoreMetrics
  import Metrics
  import ResourceRequestCore

  /// Turns events into metrics.
  final class AttemptMeasuring: EventObserver {
    private struct Key: Hashable, Sendable {
      let call: UInt64
      /// 0 for the call itself, if it serves another.
      let attempt: Int
    }

    private struct Begun: Sendable {
      let start: ContinuousClock.Instant
      let place: Dimensions
      let reason: AttemptReason?
      /// What counts it among the active requests; `nil` for a call.
      let active: ActiveRequests.Key?
    }

    /// What has begun and not ended.
    private let underway = Lock<[Key: Begun]>([:])
    private let active = ActiveRequests()

    var interest: EventInterest { type(of: MetricsSystem.factory) == NOOPMetricsHandler.self ? .none : .all }

    func observe(_ event: RequestEvent) {
      switch event.kind {
      case .resolved where event.servedCall != nil: begin(event, attempt: 0, Dimensions(event.request))
      case .attemptStarted: beginAttempt(event)
      case .attemptAnswered, .attemptFailed, .attemptCancelled: endAttempt(event)
      case .finished, .failed, .cancelled: endCall(event)
      // Background revalidation serves a response that was counted.
      case .cached where event.servedCall == nil:
        count("cache.result", event, [("result", event.cache?.outcome.rawValue ?? "none")])
      case .retryRefused: count("retry.refused", event, [])
      case .endpointEjected: setState(0, of: event)
      case .endpointReturned: setState(1, of: event)
      case .reloadRejected, .rolledBack:
        Counter(label: Self.own("config.rejected"), factory: MetricsSystem.factory).increment()
      default: break
      }
    }

    private func begin(_ event: RequestEvent, attempt: Int, _ place: Dimensions, active: ActiveRequests.Key? = nil) {
      let entry = Begun(start: event.moment, place: place, reason: event.reason, active: active)
      underway.withLock { $0[Key(call: event.id, attempt: attempt)] = entry }
    }

    private func beginAttempt(_ event: RequestEvent) {
      let place = Dimensions(event.request)
      let active = ActiveRequests.Key(place.all.map(\.1), MetricsSystem.factory)
      begin(event, attempt: event.attempt, place, active: active)
      self.active.begin(active) {
        Meter(label: "http.client.active_requests", dimensions: place.all, factory: MetricsSystem.factory)
      }
      guard event.attempt > 1, let reason = event.reason else { return }
      count("retry.count", event, [("reason", reason.name)])
    }

    private func endAttempt(_ event: RequestEvent) {
      guard let entry = close(event.id, event.attempt) else { return }
      if let active = entry.active { self.active.end(active) }
      if entry.reason == .hedge {
        let status = event.kind == .attemptAnswered ? event.status : nil
        let hasWon = status.map { $0 != 409 && !RetryCondition.standard.contains(.status($0)) } ?? false
        count("hedge.count", event, [("won", hasWon ? "true" : "false")])
      }
      if let queued = event.metrics?.queued { time(Self.own("queue.duration"), queued, entry.place.all) }
      guard event.kind != .attemptCancelled else { return }
      var dimensions = entry.place.all
      if let status = event.status { dimensions.append(("http.response.status_code", String(status.code))) }
      if let error = event.errorType { dimensions.append(("error.type", error)) }
      if let version = event.metrics?.httpVersion { dimensions.append(("network.protocol.version", version.number)) }
      time("http.client.request.duration", entry.start.duration(to: event.moment), dimensions)
    }

    private func endCall(_ event: RequestEvent) {
      if event.code == .deadlineExceeded, event.servedCall == nil { count("deadline.refused", event, []) }
      // Only calls that serve others, such as those for tokens, have an entry of their own.
      guard let entry = close(event.id, 0) else { return }
      // A code is given by a redirect.
      let isSuccess = event.kind == .finished && event.status.map { $0.code < 400 } ?? false
      time(
        Self.own("token.refresh.duration"),
        entry.start.duration(to: event.moment),
        entry.place.all + [("result", isSuccess ? "success" : "failure")]
      )
    }

    private func setState(_ value: Int, of event: RequestEvent) {
      let name = event.endpoint.flatMap { $0.isEmpty ? nil : $0 } ?? event.request?.url?.origin.description
      Gauge(
        label: Self.own("endpoint.state"),
        dimensions: Self.service(event) + [("endpoint", name ?? "none")],
        factory: MetricsSystem.factory
      ).record(value)
    }

    private func count(_ name: String, _ event: RequestEvent, _ dimensions: [(String, String)]) {
      Counter(
        label: Self.own(name),
        dimensions: Self.service(event) + dimensions,
        factory: MetricsSystem.factory
      ).increment()
    }

    private func time(_ label: String, _ duration: Duration, _ dimensions: [(String, String)]) {
      Timer(
        label: label,
        dimensions: dimensions,
        preferredDisplayUnit: .seconds,
        factory: MetricsSystem.factory
      ).record(duration: duration)
    }

    private func close(_ call: UInt64, _ attempt: Int) -> Begun? {
      underway.withLock { $0.removeValue(forKey: Key(call: call, attempt: attempt)) }
    }

    private static func own(_ name: String) -> String { "resource.client." + name }

    private static func service(_ event: RequestEvent) -> [(String, String)] {
      [("service", event.request?.service ?? "none")]
    }
  }

  /// The meters of what is active, for as long as something is: of most factories each meter counts for itself.
  private final class ActiveRequests: Sendable {
    struct Key: Sendable, Hashable {
      private let values: [String]
      private let factory: ObjectIdentifier

      init(_ values: [String], _ factory: any MetricsFactory) {
        self.values = values
        self.factory =
          type(of: factory) is AnyClass ? ObjectIdentifier(factory as AnyObject) : ObjectIdentifier(type(of: factory))
      }
    }

    /// Invariant: the counts are above zero.
    private let meters = Lock<[Key: (meter: Meter, count: Int)]>([:])

    func begin(_ key: Key, _ make: () -> Meter) {
      // No factory is called under the lock.
      let new = meters.withLock { $0[key] == nil } ? make() : nil
      let meter = meters.withLock { meters in
        guard let meter = meters[key]?.meter ?? new else { return nil as Meter? }
        meters[key] = (meter, (meters[key]?.count ?? 0) + 1)
        return meter
      }
      // The last of the others has just ended.
      guard let meter else { return begin(key, make) }
      meter.increment()
    }

    func end(_ key: Key) {
      // Before it is taken out: one that begins meanwhile counts on, and does not begin at 1 with a meter of its own.
      meters.withLock { $0[key]?.meter }?.decrement()
      meters.withLock { meters in
        guard let entry = meters.removeValue(forKey: key), entry.count > 1 else { return }
        meters[key] = (entry.meter, entry.count - 1)
      }
    }
  }

  /// Where a request goes, as metrics may say it: few values, and no path.
  private struct Dimensions: Sendable {
    let all: [(String, String)]

    init(_ request: RequestSummary?) {
      var all = [("http.request.method", request?.knownMethod ?? "_OTHER")]
      if let origin = request?.url?.origin {
        all.append(("server.address", origin.bareHost))
        all.append(("server.port", String(origin.port)))
      }
      all.append(("service", request?.service ?? "none"))
      self.all = all
    }
  }

  extension RequestEvent {
    /// What kind of error it is; `nil` where it is none.
    fileprivate var errorType: String? {
      if let status { return status.code >= 400 ? String(status.code) : nil }
      return code?.rawValue
    }
  }
#endif

#if Metrics
  public import ResourceRequestCore

  extension ClientOptions {
    /// Records metrics of attempts and of the services' policies.
    ///
    /// The factory is that of the task that makes the call (`withMetricsFactory`), else the process's
    /// (`MetricsSystem`); without one, this costs almost nothing. The names are OpenTelemetry's, and
    /// `resource.client.*` for others; no dimension is a path.
    public mutating func measure() {
      environment = environment.observed(by: AttemptMeasuring())
    }
  }
#endif
