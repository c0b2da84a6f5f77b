// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceCommand

@Suite struct SimulationProgressTests {
  private func progress(seeds: Int = 1, isRewritten: Bool = false) -> SimulationProgress {
    SimulationProgress(name: "backends.json", duration: .seconds(60), seeds: seeds, isRewritten: isRewritten)
  }

  @Test func `nothing is said for two seconds, and then how far it is`() {
    var progress = progress()
    #expect(progress.line(seed: 1, reached: .seconds(20), after: .milliseconds(1999)) == nil)
    #expect(!progress.hasTold)
    #expect(progress.line(seed: 1, reached: .seconds(21), after: .seconds(2)) == "simulating backends.json: 21 of 60 s")
    #expect(progress.hasTold)
  }

  @Test func `lines come every ten seconds, and often only where they replace one another`() {
    for (isRewritten, wait) in [(false, Duration.seconds(10)), (true, .milliseconds(200))] {
      var progress = progress(isRewritten: isRewritten)
      #expect(progress.line(seed: 1, reached: .seconds(1), after: .seconds(3)) != nil)
      #expect(progress.line(seed: 1, reached: .seconds(2), after: .seconds(3) + wait - .milliseconds(1)) == nil)
      #expect(progress.line(seed: 1, reached: .seconds(2), after: .seconds(3) + wait) != nil)
    }
  }

  @Test func `with several seeds it says which, and never more than all of the time`() {
    var progress = progress(seeds: 20)
    let line = progress.line(seed: 3, reached: .seconds(63), after: .seconds(2))
    #expect(line == "simulating backends.json, seed 3 of 20: 60 of 60 s")
  }
}
