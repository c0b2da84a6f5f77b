// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import FoundationEssentials
  import ResourceRequestKit
  import Testing

  /// Whatever a peer or a caller sends many of costs time in proportion, and leaves neither threads nor memory behind.
  @Suite(.serialized, .timeLimit(.minutes(5)))
  struct ResourcesTests {
    /// What this process has: its threads, and the pages it has in memory, in bytes.
    private struct Held {
      let threads: Int
      let memory: Int

      static func now() throws -> Held {
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
        let sizes = try String(decoding: Data(contentsOf: URL(filePath: "/proc/self/statm")), as: UTF8.self)
        let pages = sizes.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return Held(threads: threads, memory: pages * 4096)
      }
    }

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
      let few = try await measure(input, most / 10)
      let before = try Held.now()
      let many = try await measure(input, most)
      let after = try Held.now()
      // Ten times the time is in proportion and a hundred times is not; what a busy machine adds is not counted.
      #expect(many < few * 30 + .seconds(2), "\(input): \(few) for \(most / 10), \(many) for \(most)")
      // Other tests of the process have theirs.
      #expect(after.threads < before.threads + 64, "\(input)")
      #expect(after.memory < before.memory + (256 << 20), "\(input): \(before.memory) then \(after.memory)")
    }
  }
#endif
