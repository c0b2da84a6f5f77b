// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Testing

  @testable import ResourceRequestCurl

  struct FloodJudgeTests {
    /// What the judge says to looks at the same moment of libcurl's, each after this much processor time.
    private func verdicts(_ pulses: [UInt64?], _ spent: [UInt64], _ readings: [[Int32: UInt64]]) -> [[Int32]] {
      var judge = FloodJudge()
      return zip(zip(pulses, spent), readings).map { look, readings in
        judge.look(look.0, spent: look.1, readings: { readings })
      }
    }

    private static let patience = FloodJudge.patience
    private static let bytes = FloodJudge.bytes

    @Test func `a socket that is read without a callback is the cause`() {
      let readings: [[Int32: UInt64]] = [[:], [7: 10, 8: 10], [7: 10 + Self.bytes, 8: 10], [7: 9, 8: 10]]
      let seen = verdicts([3, 3, 3, 3], [0, Self.patience, Self.patience + 1, Self.patience + 2], readings)
      #expect(seen == [[], [], [7], []])
    }

    @Test func `what calls back, what rests and what waits for a processor is none`() {
      let readings: [[Int32: UInt64]] = [[7: 0], [7: Self.bytes], [7: 2 * Self.bytes], [7: 3 * Self.bytes]]
      let later = [0, Self.patience, 2 * Self.patience, 3 * Self.patience]
      #expect(verdicts([3, 5, 7, 9], later, readings) == [[], [], [], []])
      #expect(verdicts([nil, nil, nil, nil], later, readings) == [[], [], [], []])
      #expect(verdicts([3, 3, 3, 3], [0, 1, 2, 3], readings) == [[], [], [], []])
    }

    @Test func `a socket that was opened or that reads little is none`() {
      let spent = [0, Self.patience, 2 * Self.patience]
      #expect(verdicts([3, 3, 3], spent, [[:], [:], [7: Self.bytes]]) == [[], [], []])
      #expect(verdicts([3, 3, 3], spent, [[:], [7: 0], [7: Self.bytes - 1]]) == [[], [], []])
    }
  }
#endif
