// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import TestSupport
import Testing

@testable import ResourceRequestCore

/// When a configuration on trial is taken, and when it is rolled back.
@Suite(.onOwnThreads)
struct RolloutJudgeTests {
  private let start = ContinuousClock.now
  private var end: ContinuousClock.Instant { start.advanced(by: .seconds(300)) }

  /// A judge that has seen these numbers of calls with the old and the new configuration.
  private func judge(
    old: (calls: Int, failed: Int, refused: Int),
    new: (calls: Int, failed: Int, refused: Int),
    limit: RolloutPolicy.Limit = .times(2)
  ) -> RolloutJudge {
    var judge = RolloutJudge(policy: RolloutPolicy(limit: limit), start: start)
    for (side, isNew) in [(old, false), (new, true)] {
      for number in 0..<side.calls {
        let outcome: RolloutJudge.Outcome =
          number < side.failed ? .failed : number < side.failed + side.refused ? .refused : .well
        judge.note(outcome, isNew: isNew)
      }
    }
    return judge
  }

  private func isGoingBack(_ verdict: RolloutJudge.Verdict) -> Bool {
    if case .goBack = verdict { true } else { false }
  }

  private func isTaking(_ verdict: RolloutJudge.Verdict) -> Bool {
    if case .take = verdict { true } else { false }
  }

  @Test func `one by which every call fails goes back after a few calls, and says why`() {
    #expect(judge(old: (36, 0, 0), new: (4, 4, 0)).verdict(at: start) == .wait)
    let verdict = judge(old: (45, 0, 0), new: (5, 5, 0)).verdict(at: start)
    #expect(verdict == .goBack("5 of 5 calls with the new one failed, 0 of 45 with the old one"))
  }

  @Test func `one by which a few of many fail waits for the end, where that counts`() {
    let few = judge(old: (9000, 0, 0), new: (1000, 4, 0))
    #expect(few.verdict(at: start) == .wait)
    #expect(isTaking(few.verdict(at: end)))
    let more = judge(old: (900, 9, 0), new: (100, 6, 0))
    #expect(more.verdict(at: start) == .wait)
    #expect(isGoingBack(more.verdict(at: end)))
  }

  @Test func `one that is as good is taken at the end of its time, and not before`() {
    let same = judge(old: (900, 45, 90), new: (100, 6, 11))
    #expect(same.verdict(at: end.advanced(by: .nanoseconds(-1))) == .wait)
    #expect(same.verdict(at: end) == .take("6 of 100 calls with the new one failed, 45 of 900 with the old one"))
  }

  @Test func `few calls are waited for, and not for ever`() {
    let few = judge(old: (100, 0, 0), new: (19, 0, 0))
    #expect(few.verdict(at: end) == .wait)
    #expect(isTaking(few.verdict(at: start.advanced(by: .seconds(3000)))))
    #expect(isTaking(judge(old: (100, 0, 0), new: (20, 0, 0)).verdict(at: end)))
  }

  @Test func `refusals are a fault where there were fewer before`() {
    #expect(isGoingBack(judge(old: (90, 0, 0), new: (10, 0, 10)).verdict(at: start)))
    #expect(judge(old: (90, 0, 80), new: (10, 0, 9)).verdict(at: start) == .wait)
  }

  @Test func `in an outage one goes back only where it is worse than that`() {
    #expect(judge(old: (900, 600, 0), new: (100, 70, 0)).verdict(at: start) == .wait)
    #expect(isGoingBack(judge(old: (900, 600, 0), new: (100, 100, 0)).verdict(at: start)))
  }

  @Test func `a share as the limit holds whatever was before`() {
    let judge = judge(old: (900, 0, 0), new: (100, 20, 0), limit: .share(0.05))
    #expect(isGoingBack(judge.verdict(at: start)))
    #expect(self.judge(old: (900, 0, 0), new: (100, 5, 0), limit: .share(0.05)).verdict(at: start) == .wait)
  }

  @Test(arguments: [0, 0.001, 0.01, 0.1, 0.5, 0.9])
  func `chance takes back none that is as good, and saves none that is much worse`(rate: Double) {
    var mistaken = 0
    for seed in 1...60 as ClosedRange<UInt64> {
      var bits = SplitMix64(seed)
      var same = RolloutJudge(policy: RolloutPolicy(), start: start)
      var worse = same
      var isBack = (same: false, worse: false)
      let worseRate = min(0.99, max(0.08, rate * 5))
      for _ in 0..<3000 {
        let isNew = bits.fraction() < 0.1
        let (one, other) = (bits.fraction(), bits.fraction())
        same.note(one < rate ? .failed : .well, isNew: isNew)
        worse.note(other < (isNew ? worseRate : rate) ? .failed : .well, isNew: isNew)
        isBack.same = isBack.same || isGoingBack(same.verdict(at: start))
        isBack.worse = isBack.worse || isGoingBack(worse.verdict(at: start))
      }
      isBack.worse = isBack.worse || isGoingBack(worse.verdict(at: end))
      isBack.same = isBack.same || isGoingBack(same.verdict(at: end))
      if isBack.same || rate < 0.5 && !isBack.worse { mistaken += 1 }
    }
    #expect(mistaken <= 1)
  }
}
