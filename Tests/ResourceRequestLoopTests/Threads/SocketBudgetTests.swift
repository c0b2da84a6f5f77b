// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestLoop
import Testing

struct SocketBudgetTests {
  @Test func `transports that have the process's descriptors together leave each other a sixteenth`() {
    let budget = SocketBudget.ofProcess
    let all = budget.exchanges
    budget.note(all)
    defer { budget.note(-all) }
    #expect(budget.exchanges(of: 0) == max(1, all / 16))
    #expect(budget.divided(by: 2).exchanges(of: 0) == max(1, max(1, all / 16) / 2))
  }

  @Test func `a budget of its own is a transport's alone`() {
    let (budget, own) = (SocketBudget.ofProcess, SocketBudget(descriptors: 64))
    budget.note(budget.exchanges)
    defer { budget.note(-budget.exchanges) }
    own.note(own.exchanges)
    #expect(own.exchanges(of: 0) == own.exchanges)
  }
}
