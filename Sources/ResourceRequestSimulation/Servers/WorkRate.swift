// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How fast a server works at which time, by its events: 1 usually, 0 while it stalls.
///
/// Pure.
struct WorkRate: Sendable {
  private struct Stretch: Sendable {
    let end: VirtualMoment
    let rate: Double
  }

  private var stretches: [Stretch] = []

  init(_ events: [Simulation.Incident.Event]) {
    let speeds: [(event: Simulation.Incident.Event, rate: Double)] = events.compactMap { event in
      switch event.effect {
      case .stall: (event, 0)
      case .slow(let factor): (event, 1 / factor)
      default: nil
      }
    }
    let edges = Set(speeds.flatMap { [$0.event.start, $0.event.end] } + [.never]).sorted()
    var start: VirtualMoment = 0
    for end in edges where end > start {
      let rate = speeds.reduce(1) { $1.event.covers(start) ? $0 * $1.rate : $0 }
      stretches.append(Stretch(end: end, rate: rate))
      start = end
    }
  }

  /// When work that takes so long at the usual rate is done.
  func finish(of work: VirtualMoment, from start: VirtualMoment) -> VirtualMoment {
    var now = start
    var left = work
    for stretch in stretches where stretch.end > now {
      if stretch.rate == 1, stretch.end == .never { return now.after(left) }
      if stretch.rate > 0 {
        let needed = VirtualMoment(seconds: Double(left) / stretch.rate / 1e9)
        if needed <= stretch.end - now { return now.after(needed) }
        if stretch.end == .never { return .never }
        left = max(0, left - VirtualMoment((Double(stretch.end - now) * stretch.rate).rounded()))
      }
      now = stretch.end
    }
    return .never
  }
}
