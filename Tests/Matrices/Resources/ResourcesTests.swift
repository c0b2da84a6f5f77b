// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import ResourceRequestKit
  import Testing

  /// Input in large numbers costs time in proportion, and leaves no threads, descriptors or memory behind.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct ResourcesTests {
    private func measure(_ input: HostileInput, _ count: Int) async throws -> Duration {
      let clock = ContinuousClock()
      let start = clock.now
      try await input.take(count)
      return clock.now - start
    }

    @Test(arguments: HostileInput.allCases)
    func `ten times as many cost no more than in proportion`(input: HostileInput) async throws {
      let most = 10_000 * min(10, MatrixScale.current.scale)
      _ = try await measure(input, 100)
      var few = try await measure(input, most / 10)
      let before = try HeldResources.now()
      var many = try await measure(input, most)
      // Closed resources are released a little later.
      let after = try await before.waitForReturn(within: 64)
      // Ten times the time is in proportion, a hundred times is not. The margin is for a busy machine; if it was busy
      // with other work during the larger run, the measurement is repeated.
      var isInProportion: Bool { many < few * 30 + .seconds(2) }
      for _ in 0..<2 where !isInProportion {
        few = try await measure(input, most / 10)
        many = try await measure(input, most)
      }
      #expect(isInProportion, "\(input): \(few) for \(most / 10), \(many) for \(most)")
      // The margins are for other tests.
      #expect(after.threads < before.threads + 64, "\(input)")
      #expect(after.descriptors < before.descriptors + 64, "\(input)")
      #expect(after.memory < before.memory + (256 << 20), "\(input): \(before.memory) then \(after.memory)")
    }
  }
#endif
