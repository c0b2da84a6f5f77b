// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is known of one backend service, of the gateway, or of absolute URLs.
public struct ServiceStatus: Sendable, Hashable, Codable {
  /// How attempts ended; counted from the beginning, whatever is reloaded while the service stays the same.
  public struct Totals: Sendable, Hashable, Codable {
    /// Answers below 300.
    public var success = 0
    /// Answers from 300 on.
    public var redirect = 0
    /// Answers from 400 on.
    public var clientError = 0
    /// Answers from 500 on.
    public var serverError = 0
    /// Without an answer.
    public var failed = 0
    /// Nobody waited any more.
    public var cancelled = 0
    /// Those that failed, by the error's code.
    public var failures: [String: Int] = [:]

    /// All attempts.
    public var all: Int { success + redirect + clientError + serverError + failed + cancelled }

    package init() {}
  }

  /// How long attempts take, in seconds, as far as a few steps tell.
  public struct Latency: Sendable, Hashable, Codable {
    /// Half of them at most; `nil` where there was none.
    public var median: Double?
    /// 95 % of them at most.
    public var p95: Double?
    /// 99 % of them at most.
    public var p99: Double?
    /// How many took at most so many seconds, from the shortest to the longest time.
    public var steps: [Step] = []
    /// What all took together that ended since the first look at the status.
    public var sum = 0.0

    package init() {}
  }

  /// How many attempts took at most so long.
  public struct Step: Sendable, Hashable, Codable {
    /// The time in seconds.
    public var seconds: Double
    /// How many, those of shorter times included.
    public var count: Int

    package init(seconds: Double, count: Int) {
      self.seconds = seconds
      self.count = count
    }
  }

  /// A part of something that is limited.
  public struct Share: Sendable, Hashable, Codable {
    /// How much is used, or left, as the property says.
    public var value: Double
    /// The most there can be.
    public var limit: Double
    /// How many calls wait, where calls do.
    public var waiting: Int?

    package init(_ value: Double, of limit: Double, waiting: Int? = nil) {
      self.value = value
      self.limit = limit
      self.waiting = waiting
    }
  }

  /// A token that is kept.
  public struct Token: Sendable, Hashable, Codable {
    /// What it is good for.
    public var scope: String
    /// For how many seconds it is used.
    public var seconds: Double

    package init(scope: String, seconds: Double) {
      self.scope = scope
      self.seconds = seconds
    }
  }

  /// What a cache holds in memory.
  public struct Cache: Sendable, Hashable, Codable {
    /// How many responses.
    public var entries: Int
    /// How many bytes they take.
    public var bytes: Int
    /// The most bytes.
    public var limit: Int?
    /// How often it took which part in a response: `hit`, `stale`, `revalidated`, `miss`, `bypass`.
    public var results: [String: Int]

    package init(entries: Int, bytes: Int, limit: Int?, results: [String: Int] = [:]) {
      self.entries = entries
      self.bytes = bytes
      self.limit = limit
      self.results = results
    }
  }

  /// The service's name; `gateway`, or `elsewhere` for absolute URLs.
  public var name: String
  /// Its base URL's origin; `nil` for absolute URLs.
  public var origin: String?
  /// How many attempts are under way, of those that began since the first look at the status.
  public var active = 0
  /// How attempts ended.
  public var totals = Totals()
  /// How often attempts after the first of their call were made, by the name of the ``AttemptReason``.
  public var again: [String: Int] = [:]
  /// How many hedges were the attempt that counted.
  public var hedgesWon = 0
  /// How long they took.
  public var latency = Latency()
  /// The places that serve it, in the order in which they are used; none where nothing watches them.
  public var endpoints: [EndpointStatus] = []
  /// The retries and hedges that are left; `nil` where there are none.
  public var retryBudget: Share?
  /// The calls that have a turn, and how many may; `nil` where any number may.
  public var concurrency: Share?
  /// For how many more seconds the service wants to be left alone.
  public var pause: Double?
  /// The share of calls that end here, since the service refuses most.
  public var throttled: Double?
  /// The tokens that are kept.
  public var tokens: [Token] = []
  /// What its cache holds; `nil` where it has none.
  public var cache: Cache?

  package init(name: String, origin: String? = nil) {
    self.name = name
    self.origin = origin
  }
}

extension ServiceStatus {
  /// Takes over what was counted.
  package mutating func take(_ tally: AttemptTally) {
    active = tally.active
    totals = Totals(tally)
    latency = Latency(tally)
    for (reason, count) in tally.reasons { again[reason.name] = count }
  }
}

extension ServiceStatus.Totals {
  /// What was counted.
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
  /// What was counted.
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
