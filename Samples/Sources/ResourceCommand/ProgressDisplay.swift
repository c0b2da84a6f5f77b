// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit
import Synchronization

/// Shows the progress of a transfer: on a terminal as a bar that is redrawn, elsewhere as occasional lines.
final class ProgressDisplay: Sendable {
  private struct State {
    var rate = TransferRate()
    var hasBar = false
    /// When progress was last shown.
    var lastTold: ContinuousClock.Instant?
    /// What was shown last by ``advance(to:of:isEnd:)``.
    var shown: (completed: Int, total: Int?)?
  }

  private let console: Console
  private let drawsBar: Bool
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Creates a display.
  ///
  /// - Parameters:
  ///   - console: the stream it writes to.
  ///   - sharesConsole: whether other lines are written there too, which would disturb a bar.
  init(on console: Console, sharesConsole: Bool) {
    self.console = console
    drawsBar = console.isTerminal && !sharesConsole
  }

  /// Receives the progress of a transfer.
  var reporter: ProgressReporter {
    ProgressReporter(every: interval) { self.show($0.completed, of: $0.total) }
  }

  /// Shows the progress at most once per interval; the end is always shown.
  func advance(to completed: Int, of total: Int?, isEnd: Bool = false) {
    let now = ContinuousClock.now
    let isTime = state.withLock { state in
      if !isEnd, let last = state.lastTold, last.duration(to: now) < interval { return false }
      // What has been shown of a transfer that was there at once is not shown again as its end.
      if isEnd, state.shown.map({ $0 == (completed, total) }) ?? false { return false }
      state.lastTold = now
      state.shown = (completed, total)
      return true
    }
    if isTime { show(completed, of: total) }
  }

  /// Ends the bar's line, so that further output is below it.
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
