// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import CoreMetrics
import Synchronization

/// The value of one metric: counted, set or summed.
final class MetricCell: CounterHandler, FloatingPointCounterHandler, MeterHandler, RecorderHandler, TimerHandler {
  enum Kind: String, Sendable {
    case counter
    case gauge
    case histogram
  }

  /// The name of the metric in the text.
  struct Name: Hashable, Sendable {
    let label: String
    let labels: String

    init(_ label: String, _ kind: Kind, _ dimensions: [(String, String)]) {
      let suffix = kind == .counter ? "_total" : kind == .histogram ? "_seconds" : ""
      self.label = label.replacing(".", with: "_") + suffix
      labels = dimensions.map { name, value in
        let value = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\(name.replacing(".", with: "_"))=\"\(value)\""
      }.joined(separator: ",")
    }

    func line(_ value: String, suffix: String = "", _ more: String = "") -> String {
      let all = [labels, more].filter { !$0.isEmpty }.joined(separator: ",")
      return label + suffix + (all.isEmpty ? "" : "{\(all)}") + " \(value)\n"
    }
  }

  private struct State {
    var value = 0.0
    var count = 0
    var steps = Array(repeating: 0, count: MetricCell.steps.count)
  }

  /// The bucket boundaries that OpenTelemetry recommends for durations of HTTP requests, in seconds.
  private static let steps = [
    0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
  ]

  let kind: Kind
  private let state = Mutex(State())

  init(_ kind: Kind) { self.kind = kind }

  /// The lines of this metric in the text.
  func lines(_ name: Name) -> String {
    let state = state.withLock { $0 }
    guard kind == .histogram else { return name.line("\(state.value)") }
    var text = ""
    for (step, count) in zip(Self.steps, state.steps) {
      text += name.line("\(count)", suffix: "_bucket", "le=\"\(step)\"")
    }
    text += name.line("\(state.count)", suffix: "_bucket", "le=\"+Inf\"")
    return text + name.line("\(state.value)", suffix: "_sum") + name.line("\(state.count)", suffix: "_count")
  }

  func increment(by amount: Int64) { increment(by: Double(amount)) }

  func increment(by amount: Double) { state.withLock { $0.value += amount } }

  func decrement(by amount: Double) { state.withLock { $0.value -= amount } }

  func set(_ value: Int64) { set(Double(value)) }

  func set(_ value: Double) { state.withLock { $0.value = value } }

  func record(_ value: Int64) { set(Double(value)) }

  func record(_ value: Double) { set(value) }

  func reset() { set(Double.zero) }

  func recordNanoseconds(_ duration: Int64) {
    let seconds = Double(duration) * 1e-9
    state.withLock { state in
      state.value += seconds
      state.count += 1
      for (index, step) in Self.steps.enumerated() where seconds <= step { state.steps[index] += 1 }
    }
  }
}
