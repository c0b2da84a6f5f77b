// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The terms of use in the head of a stored response, parsed once for one set of rules.
final class CacheTerms: Sendable {
  /// The rules that it was parsed for, compared by identity, since comparing their values would cost every hit; kept, as
  /// others could get the place of those that are gone.
  let decision: CacheDecision
  let control: CacheControl
  /// How long it is fresh, in milliseconds (RFC 9111 §4.2.1).
  let lifetime: Int64
  /// Its age when it came, in milliseconds (RFC 9111 §4.2.3).
  let initialAge: Int64
  let responseTime: Int64
  /// When it was made, in seconds since 1970.
  let date: Int64
  let lastModified: Int64?
  let tag: EntityTag?
  /// Whether it must be validated before every use (RFC 9111 §5.2.2.4).
  let needsValidation: Bool
  /// Whether it must never be used stale (RFC 9111 §4.2.4).
  let forbidsStale: Bool
  /// How long after its lifetime it may be used during revalidation, in milliseconds (RFC 5861 §3).
  let revalidationWindow: Int64
  /// How long after its lifetime it may be used in place of an error, in milliseconds (RFC 5861 §4).
  let errorWindow: Int64
  /// The last head with its age in seconds: frequent requests come within the same second.
  private let aged = InlineLock<(age: Int64, headers: Headers)?>(nil)

  init(_ response: CachedResponse, _ decision: CacheDecision) {
    self.decision = decision
    let rules = decision.rules
    responseTime = response.responseTime
    let seconds = response.responseTime.seconds
    let targeted = TargetedCacheControl.find(rules.targets, in: response.headers)
    let control = targeted ?? decision.control(response.headers)
    self.control = control
    let dated = CacheFreshness.date("Date", in: response.headers, now: seconds)
    date = dated ?? seconds
    lastModified = CacheFreshness.date("Last-Modified", in: response.headers, now: seconds)
    tag = response.headers["ETag"].flatMap { EntityTag($0) }
    let override = rules.override(response.status)
    // Pragma counts only without a newer directive (RFC 9111 §5.4).
    let pragma =
      targeted == nil && !response.headers.contains("Cache-Control")
      && CacheFreshness.hasNoCachePragma(response.headers)
    needsValidation = override == nil && (control.noCache || pragma)
    forbidsStale =
      needsValidation || control.mustRevalidate
      || rules.isShared && (control.proxyRevalidate || control.sharedMaxAge != nil)
    let lifetimeSeconds =
      override
      ?? CacheFreshness.lifetime(
        of: response,
        control,
        isTargeted: targeted != nil,
        date: dated ?? seconds,
        lastModified: lastModified,
        rules
      )
    lifetime = 1000 * max(.min / 1000, min(lifetimeSeconds, .max / 1000))
    initialAge = CacheFreshness.initialAge(of: response, date: dated)
    revalidationWindow =
      forbidsStale ? 0 : 1000 * rules.settings.staleWhileRevalidate.window(control.staleWhileRevalidate)
    errorWindow = forbidsStale ? 0 : 1000 * rules.settings.staleIfError.window(control.staleIfError)
  }

  /// The age, in milliseconds.
  ///
  /// A clock that was set back makes no response younger than it arrived: how long it has been stored is then unknown,
  /// and taken to be the time that the clock was set back by.
  func age(at now: Int64) -> Int64 {
    let resident = CacheFreshness.difference(now, responseTime)
    return CacheFreshness.sum(initialAge, resident < 0 ? CacheFreshness.difference(0, resident) : resident)
  }

  /// The fields of a response with its age, which counts in whole seconds (RFC 9111 §5.1).
  ///
  /// - Parameters:
  ///   - response: the response whose terms these are.
  ///   - age: its age, in milliseconds.
  /// - Returns: its fields.
  func headers(of response: CachedResponse, age: Int64) -> Headers {
    let age = age / 1000
    if let headers = aged.withLock({ $0?.age == age ? $0?.headers : nil }) { return headers }
    var headers = response.headers
    headers["Age"] = String(age)
    // The previous value is released after the lock.
    _ = aged.withLock { aged in
      defer { aged = (age, headers) }
      return aged
    }
    return headers
  }

  /// How much longer it is fresh, in milliseconds; negative once it is stale.
  func timeLeft(at now: Int64) -> Int64 { CacheFreshness.difference(lifetime, age(at: now)) }

  /// Whether it has a validator.
  var hasValidator: Bool { tag != nil || lastModified != nil }
}

extension Int64 {
  /// Milliseconds as whole seconds, rounded down.
  var seconds: Int64 { CivilDate.floorDivide(self, 1000) }
}
