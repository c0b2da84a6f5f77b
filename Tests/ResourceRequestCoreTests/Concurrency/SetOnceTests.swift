// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

@Suite struct SetOnceTests {
  private final class Counted: Sendable {
    private let living: Lock<Int>

    init(_ living: Lock<Int>) {
      self.living = living
      living.withLock { $0 += 1 }
    }

    deinit { living.withLock { $0 -= 1 } }
  }

  /// A class, so that the value in it is shared as in the SDK.
  private final class Holder: Sendable {
    let once = SetOnce<Counted>()
  }

  @Test func `the first that is set stays, and everybody gets it`() async {
    let living = Lock(0)
    let holder = Holder()
    #expect(holder.once.value == nil)
    let got = await withTaskGroup(of: Counted.self) { group in
      for _ in 0..<200 { group.addTask { holder.once.setIfNone(Counted(living)) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(got.allSatisfy { $0 === holder.once.value })
    #expect(living.withLock { $0 } == 1)
  }

  @Test func `what is set lives as long as what holds it`() {
    let living = Lock(0)
    do {
      let holder = Holder()
      _ = holder.once.setIfNone(Counted(living))
      #expect(living.withLock { $0 } == 1)
    }
    #expect(living.withLock { $0 } == 0)
  }
}
