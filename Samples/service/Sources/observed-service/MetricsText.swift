// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import CoreMetrics
import Synchronization

/// A small metrics factory that keeps values in memory and writes them in Prometheus's text format 0.0.4.
///
/// A real program would use swift-prometheus or an OpenTelemetry exporter.
final class MetricsText: MetricsFactory {
  private let cells = Mutex<[MetricCell.Name: MetricCell]>([:])

  /// The current values of all metrics.
  var text: String {
    let all = cells.withLock { $0 }.sorted { ($0.key.label, $0.key.labels) < ($1.key.label, $1.key.labels) }
    var text = ""
    var last = ""
    for (name, cell) in all {
      if name.label != last { text += "# TYPE \(name.label) \(cell.kind)\n" }
      last = name.label
      text += cell.lines(name)
    }
    return text
  }

  /// The cell for a label and its dimensions, created if missing.
  private func cell(_ kind: MetricCell.Kind, _ label: String, _ dimensions: [(String, String)]) -> MetricCell {
    let name = MetricCell.Name(label, kind, dimensions)
    return cells.withLock { cells in
      if let cell = cells[name] { return cell }
      let cell = MetricCell(kind)
      cells[name] = cell
      return cell
    }
  }

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    cell(.counter, label, dimensions)
  }

  func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
    cell(.counter, label, dimensions)
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    cell(.gauge, label, dimensions)
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    cell(.gauge, label, dimensions)
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    cell(.histogram, label, dimensions)
  }

  // Counted values are kept.
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
