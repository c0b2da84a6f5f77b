// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Whether another attempt follows: decided by the outcome, whether it was sent, the method and the number of attempts.
struct RetryDecisionTests {
  private func verdict(
    _ end: AttemptEnd,
    _ method: RequestMethod = .get,
    policy: RetryPolicy = .standard,
    change: (inout RetryDecision) -> Void = { _ in }
  ) -> RetryDecision.Verdict {
    var decision = RetryDecision(policy: policy, method: method)
    change(&decision)
    var bits = SplitMix64(7)
    return decision.verdict(after: end, &bits)
  }

  private func isFree(_ verdict: RetryDecision.Verdict) -> Bool? {
    if case .again(_, let isFree) = verdict { isFree } else { nil }
  }

  private let unsent = AttemptEnd.failed(.connectFailed, phase: .connecting, mayHaveExecuted: false)
  private let broken = AttemptEnd.failed(.connectionClosed, phase: .sent, mayHaveExecuted: true)

  @Test(arguments: [RequestMethod.get, .post, .patch])
  func `a request that was never sent is sent again for every method, outside the count, once`(method: RequestMethod) {
    #expect(isFree(verdict(unsent, method)) == true)
    #expect(isFree(verdict(unsent, method, policy: .never) { $0.hasOther = true }) == true)
    let second = verdict(unsent, method) { $0.hasResentUnsent = true }
    if method == .get { #expect(isFree(second) == false) } else { #expect(second == .stop(.notIdempotent(method))) }
    #expect(isFree(verdict(unsent, method) { ($0.hasResentUnsent, $0.hasKey) = (true, true) }) == false)
    #expect(
      verdict(unsent, method, policy: .never) { $0.hasResentUnsent = true } == .stop(.notRetryable)
    )
  }

  @Test func `without a policy and another endpoint, nothing is said of a retry that there is not`() {
    #expect(verdict(unsent, policy: .never) { $0.remaining = .milliseconds(1) } == .stop(.notRetryable))
    #expect(verdict(unsent, policy: .never) { $0.isReplayable = false } == .stop(.notRetryable))
  }

  @Test func `where a retry may go to the same endpoint, it waits`() {
    var policy = RetryPolicy.standard
    policy.prefersOtherEndpoint = false
    let (same, other) = (verdict(unsent, policy: policy) { $0.hasOther = true }, verdict(unsent) { $0.hasOther = true })
    #expect(other == .again(after: .zero, isFree: true))
    #expect(same != other && isFree(same) == true)
  }

  @Test func `those that a service asks to wait return together with none, and before their deadlines`() {
    for seed in 0..<1000 as Range<UInt64> {
      var decision = RetryDecision(policy: .attempts(2), method: .get)
      (decision.remaining, decision.pause) = (.milliseconds(1200), .seconds(1))
      var bits = SplitMix64(seed)
      guard case .again(let wait, _) = decision.verdict(after: .answered(503, retryAfter: nil), &bits) else {
        return #expect(Bool(false), "\(seed)")
      }
      #expect(wait >= .seconds(1) && wait < .milliseconds(1200))
    }
  }

  @Test func `a stream that was refused was never sent either`() {
    let refused = AttemptEnd.failed(.connectionClosed, phase: .sent, mayHaveExecuted: false)
    #expect(isFree(verdict(refused, .post)) == true)
  }

  @Test func `another endpoint is tried at once, however little time is left`() {
    let left = Duration.milliseconds(1)
    let slow = RetryPolicy(backoff: RetryBackoff(base: .seconds(9), max: .seconds(9)))
    let other = verdict(unsent, policy: slow) { ($0.hasOther, $0.remaining) = (true, left) }
    #expect(other == .again(after: .zero, isFree: true))
    #expect(verdict(unsent, policy: slow) { $0.remaining = left } == .stop(.deadline(left)))
  }

  @Test func `what may have been executed is repeated only where the method is idempotent`() {
    #expect(isFree(verdict(broken, .get)) == false)
    #expect(isFree(verdict(broken, .put)) == false)
    #expect(verdict(broken, .post) == .stop(.notIdempotent(.post)))
    #expect(verdict(.answered(503), .patch) == .stop(.notIdempotent(.patch)))
  }

  @Test func `a key makes a method repeatable, and waits for the request it has under way`() {
    #expect(isFree(verdict(broken, .post) { $0.hasKey = true }) == false)
    #expect(isFree(verdict(.answered(409), .post) { $0.hasKey = true }) == false)
    #expect(verdict(.answered(409), .post) == .stop(.notRetryable))
    #expect(verdict(.answered(422), .post) { $0.hasKey = true } == .stop(.notRetryable))
    let all = RetryPolicy(on: [.status(422), .status(409)])
    #expect(verdict(.answered(422), .post, policy: all) { $0.hasKey = true } == .stop(.notRetryable))
    #expect(isFree(verdict(.answered(422), .get, policy: all)) == false)
  }

  @Test func `a listed method is repeated`() {
    let policy = RetryPolicy(methods: .listed([.post]))
    #expect(isFree(verdict(broken, .post, policy: policy)) == false)
    #expect(verdict(broken, .get, policy: policy) == .stop(.notIdempotent(.get)))
  }

  @Test(arguments: [408, 429, 502, 503, 504])
  func `statuses that pass are repeated`(code: Int) {
    #expect(isFree(verdict(.answered(Status(code)))) == false)
  }

  @Test(arguments: [200, 301, 400, 401, 404, 409, 500, 501])
  func `other statuses are the answer`(code: Int) {
    #expect(verdict(.answered(Status(code))) == .stop(.notRetryable))
  }

  @Test(arguments: [ResourceError.Code.certificateRejected, .addressRefused, .bodyTooLarge, .protocolViolation])
  func `failures that do not pass are the end`(code: ResourceError.Code) {
    let end = AttemptEnd.failed(code, phase: .connecting, mayHaveExecuted: false)
    #expect(verdict(end) == .stop(.notRetryable))
  }

  @Test func `it ends with the attempts, the body, the deadline, and who called us`() {
    #expect(verdict(.answered(503)) { $0.attempts = 3 } == .stop(.attemptsSpent(3)))
    #expect(verdict(.answered(503)) { $0.isReplayable = false } == .stop(.bodyNotReplayable))
    #expect(verdict(.answered(503)) { $0.isForbidden = true } == .stop(.forbiddenUpstream))
    #expect(verdict(.answered(503)) { $0.remaining = .zero } == .stop(.deadline(.zero)))
    #expect(verdict(.abandoned) == .stop(.notRetryable))
  }

  @Test func `an empty budget, a deadline and a lone endpoint are named as such`() {
    #expect("\(RetryRefusal.budgetEmpty)" == "budget empty")
    #expect("\(RetryRefusal.deadline(.milliseconds(12)))" == "deadline in 12 ms")
    #expect("\(RetryRefusal.notIdempotent(.post))" == "POST is not idempotent")
    #expect("\(RetryRefusal.bodyNotReplayable)" == "body not replayable")
  }
}
