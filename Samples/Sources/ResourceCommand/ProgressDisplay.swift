// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Shows how far a transfer is: a bar that is drawn again and again on a terminal, otherwise a line now and then.
final class ProgressDisplay: Sendable {
  private struct State {
    var rate = TransferRate()
    var hasBar = false
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
    ProgressReporter(every: drawsBar ? .milliseconds(100) : .seconds(1)) { self.show($0) }
  }

  /// Leaves the line of the bar; what is written next is below it.
  func end() {
    let hadBar = state.withLock { state in
      defer { state.hasBar = false }
      return state.hasBar
    }
    if hadBar { console.write("") }
  }

  private func show(_ progress: TransferProgress) {
    let time = start.duration(to: .now)
    let rate = state.withLock { state in
      state.hasBar = drawsBar
      return state.rate.note(progress.completed, at: time)
    }
    let text = ProgressText(completed: progress.completed, total: progress.total, rate: rate)
    if drawsBar {
      console.rewriteLine(text.bar(width: console.width))
    } else {
      console.write(text.line)
    }
  }
}
