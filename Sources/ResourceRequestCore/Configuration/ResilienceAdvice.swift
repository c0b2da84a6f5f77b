// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Combinations of policies that are hardly intended, although a program may run with them.
///
/// Pure.
struct ResilienceAdvice: Sendable, Hashable {
  /// The key it is about.
  let key: String
  /// A phrase with the arithmetic and the remedy.
  let message: String

  /// All advice for a service.
  static func all(for service: BackendService, _ inheritance: SettingsInheritance) -> [ResilienceAdvice] {
    let settings = inheritance.completing(service.settings)
    let timeouts = SettingsInheritance.completed(settings).timeouts
    let plan = ResiliencePlan(settings.resilience, service.endpoints, timeouts, areFollowed: service.followsEndpoints)
    return [retriesWithoutTime(plan, timeouts), limitWithoutQueue(plan)].compactMap(\.self)
  }

  private static func limitWithoutQueue(_ plan: ResiliencePlan) -> ResilienceAdvice? {
    guard plan.configured.concurrency != nil, plan.configured.queue == nil else { return nil }
    let message = "a call above the limit fails at once without a \"queue\", expected one, of \"length\" 0 if meant"
    return ResilienceAdvice(key: "concurrency", message: message)
  }

  private static func retriesWithoutTime(_ plan: ResiliencePlan, _ timeouts: Timeouts) -> ResilienceAdvice? {
    let attempts = plan.retry.attempts
    // Where a timeout is not retried, a shorter one is of no use.
    guard attempts > 1, plan.attemptTimeout == nil, plan.retry.conditions.contains(.attemptTimeout) else { return nil }
    guard let total = timeouts.total?.duration, total < .longest else {
      return ResilienceAdvice(
        key: "retry",
        message:
          "without \"timeouts.attempt\" the first of \(attempts) attempts may take forever and no other follows, "
          + "expected an \"attempt\""
      )
    }
    let waits = plan.retry.backoff.limits(of: attempts)
    let share = ((total - waits) / attempts).wholeMilliseconds
    let remedy =
      share > 0 ? "expected an \"attempt\" of \(share)ms or less" : "expected an \"attempt\" and a longer \"total\""
    return ResilienceAdvice(
      key: "retry",
      message: "without \"timeouts.attempt\" the first of \(attempts) attempts may take the whole total of "
        + "\(AmountText.text(total)), and no other follows; with waits of up to \(AmountText.text(waits)), \(remedy)"
    )
  }
}
