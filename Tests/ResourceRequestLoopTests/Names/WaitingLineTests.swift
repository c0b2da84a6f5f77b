// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestLoop

struct WaitingLineTests {
  private final class Waiter: LineEntry {
    let name: String
    var linePosition = -1

    init(_ name: String) { self.name = name }
  }

  private func names(of line: inout WaitingLine<Waiter>) -> [String] { line.takeAll().map(\.name) }

  @Test func `one that is put before all others is first, whoever has left`() {
    var line = WaitingLine<Waiter>()
    let waiters = ["a", "b", "c"].map(Waiter.init)
    line.prepend(waiters[0])
    line.append(waiters[1])
    line.prepend(waiters[2])
    #expect(line.first === waiters[2])
    // Leaves a place empty at the start, which the next one takes.
    line.remove(waiters[2])
    line.prepend(Waiter("d"))
    line.remove(waiters[0])
    #expect(line.count == 2)
    #expect(names(of: &line) == ["d", "b"])
    #expect(line.isEmpty)
  }
}
