// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Shows how far a transfer is: a bar that is drawn again and again on a terminal, otherwise a line now and then.
final class ProgressDisplay: Sendable {
  private struct State {
    var rate = TransferRate()
    var hasBar = false
    /// When it was last told, by who carries the bytes.
    var lastTold: ContinuousClock.Instant?
  }

  private let console: Console
  private let drawsBar: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// A display.
  ///
  /// - Parameters:
  ///   - console: where it is.
  ///   - sharesConsole: whether other lines come there too, which a bar would be mixed up with.
  init(on console: Console, sharesConsole: Bool) {
    self.console = console
    drawsBar = console.isTerminal && !sharesConsole
  }

  /// What is told by a transfer.
  var reporter: ProgressReporter {
    ProgressReporter(every: interval) { self.show($0.completed, of: $0.total) }
  }

  /// Shows how far a transfer is, where it is time to; its end always.
  func advance(to completed: Int, of total: Int?, isEnd: Bool = false) {
    let now = ContinuousClock.now
    let isTime = state.withLock { state in
      if !isEnd, let last = state.lastTold, last.duration(to: now) < interval { return false }
      state.lastTold = now
      return true
    }
    if isTime { show(completed, of: total) }
  }

  /// Leaves the line of the bar; what is written next is below it.
  func end() {
    let hadBar = state.withLock { state in
      defer { state.hasBar = false }
      return state.hasBar
    }
    if hadBar { console.write("") }
  }

  private var interval: Duration { drawsBar ? .milliseconds(100) : .seconds(1) }

  private func show(_ completed: Int, of total: Int?) {
    let time = start.duration(to: .now)
    let rate = state.withLock { state in
      state.hasBar = drawsBar
      return state.rate.note(completed, at: time)
    }
    let text = ProgressText(completed: completed, total: total, rate: rate)
    if drawsBar {
      console.rewriteLine(text.bar(width: console.width))
    } else {
      console.write(text.line)
    }
  }
}
