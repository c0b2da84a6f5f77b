// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The state of one backend service, of the gateway, or of absolute URLs.
public struct ServiceStatus: Sendable, Hashable, Codable {
  /// The outcomes of attempts, counted since the service was first configured as it is.
  public struct Totals: Sendable, Hashable, Codable {
    /// Responses below 300.
    public var success = 0
    /// Responses from 300 to 399.
    public var redirect = 0
    /// Responses from 400 to 499.
    public var clientError = 0
    /// Responses from 500 on.
    public var serverError = 0
    /// Attempts without a response.
    public var failed = 0
    /// Cancelled attempts.
    public var cancelled = 0
    /// The failures by the error's code.
    public var failures: [String: Int] = [:]

    /// All attempts.
    public var all: Int {
      // Read from another program, they may be beyond all counting.
      [success, redirect, clientError, serverError, failed, cancelled].reduce(0) { sum, count in
        let (next, overflow) = sum.addingReportingOverflow(count)
        return overflow ? .max : next
      }
    }

    package init() {}
  }

  /// The durations of attempts in seconds, within the width of histogram steps.
  public struct Latency: Sendable, Hashable, Codable {
    /// The median; `nil` without attempts.
    public var median: Double?
    /// The 95th percentile.
    public var p95: Double?
    /// The 99th percentile.
    public var p99: Double?
    /// The histogram: cumulative counts from the shortest to the longest time.
    public var steps: [Step] = []
    /// The sum of the durations since the status was first read.
    public var sum = 0.0

    package init() {}
  }

  /// A step of the histogram.
  public struct Step: Sendable, Hashable, Codable {
    /// The upper bound in seconds.
    public var seconds: Double
    /// The number of attempts up to it.
    public var count: Int
  }

  /// A limited quantity.
  public struct Share: Sendable, Hashable, Codable {
    /// The amount used, or left, as the property says.
    public var value: Double
    /// The most there can be.
    public var limit: Double
    /// The number of waiting calls, if calls wait.
    public var waiting: Int?

    package init(_ value: Double, of limit: Double, waiting: Int? = nil) {
      self.value = value
      self.limit = limit
      self.waiting = waiting
    }
  }

  /// A stored token.
  public struct Token: Sendable, Hashable, Codable {
    /// Its OAuth scopes.
    public var scope: String
    /// The seconds until it is no longer used.
    public var seconds: Double
  }

  /// The contents of a cache's memory.
  public struct Cache: Sendable, Hashable, Codable {
    /// The number of responses.
    public var entries: Int
    /// Their size in bytes.
    public var bytes: Int
    /// The limit in bytes.
    public var limit: Int?
    /// The numbers of cache results: `hit`, `stale`, `revalidated`, `miss`, `bypass`.
    public var results: [String: Int] = [:]
  }

  /// The service's name; `gateway`, or `elsewhere` for absolute URLs.
  public var name: String
  /// The origin of its base URL; `nil` for absolute URLs.
  public var origin: String?
  /// The number of attempts in flight, of those that started since the status was first read.
  public var active = 0
  /// The outcomes of attempts.
  public var totals = Totals()
  /// The numbers of calls that failed before their first attempt, by the error's code, such as `overloaded` or
  /// `tokenUnavailable`; `nil` if there are none.
  public var unsent: [String: Int]?
  /// The numbers of attempts after the first of their call, by the name of the ``AttemptReason``.
  public var again: [String: Int] = [:]
  /// The number of hedges that brought the response.
  public var hedgesWon = 0
  /// The durations of attempts.
  public var latency = Latency()
  /// The endpoints, in the order in which they are used; empty if nothing watches them.
  public var endpoints: [EndpointStatus] = []
  /// The retries and hedges left in the budget; `nil` without a budget.
  public var retryBudget: Share?
  /// The calls in flight and the concurrency limit; `nil` without a limit.
  public var concurrency: Share?
  /// The seconds until the service accepts requests again (`Retry-After`).
  public var pause: Double?
  /// The share of calls rejected locally by throttling.
  public var throttled: Double?
  /// The stored tokens.
  public var tokens: [Token] = []
  /// The cache's memory; `nil` without a cache.
  public var cache: Cache?
  /// What the features of the ``Vocabulary`` say, a section each, titled by its key; `nil` if they say nothing.
  public var features: [Explanation.Section]?

  /// Copies the counts.
  package mutating func take(_ tally: AttemptTally) {
    active = tally.active
    totals = Totals(tally)
    latency = Latency(tally)
    for (code, count) in tally.unsent { unsent = (unsent ?? [:]).merging([code.rawValue: count]) { $1 } }
    for (reason, count) in tally.reasons { again[reason.name] = count }
  }
}

extension ServiceStatus.Totals {
  /// The counts.
  package init(_ tally: AttemptTally) {
    success = tally[.success]
    redirect = tally[.redirect]
    clientError = tally[.clientError]
    serverError = tally[.serverError]
    failed = tally[.failure]
    cancelled = tally[.cancellation]
    for (code, count) in tally.codes { failures[code.rawValue] = count }
  }
}

extension ServiceStatus.Latency {
  /// The counts.
  package init(_ tally: AttemptTally) {
    median = tally.quantile(0.5)
    p95 = tally.quantile(0.95)
    p99 = tally.quantile(0.99)
    sum = Double(tally.nanoseconds) * 1e-9
    var count = 0
    steps = zip(AttemptLedger.ends, tally.durations).map { end, number in
      count += number
      return ServiceStatus.Step(seconds: Double(end) / 1e9, count: count)
    }
  }
}
