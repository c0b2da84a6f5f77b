// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestSimulation

/// A report as a picture: load, success, latency, attempts and ejections over one time axis.
struct ReportPicture {
  typealias Row = Simulation.Report.Second

  static let width = 960.0
  private static let left = 74.0
  private static let right = width - 24
  private static let gap = 40.0
  static let blue = "#2563eb"
  static let green = "#16a34a"
  static let red = "#dc2626"
  static let amber = "#d97706"
  static let violet = "#7c3aed"
  static let grey = "#64748b"

  private let report: Simulation.Report
  private let other: Simulation.Report?
  private let otherName: String
  private let seconds: Double
  private var canvas = SVGCanvas()

  init(_ report: Simulation.Report, other: (name: String, report: Simulation.Report)?) {
    self.report = report
    self.other = other?.report
    otherName = other?.name ?? ""
    seconds = Double(max(1, report.timeline.count, other?.report.timeline.count ?? 0))
  }

  private func x(_ second: Double) -> Double {
    Self.left + (Self.right - Self.left) * min(max(second / seconds, 0), 1)
  }

  // MARK: The whole

  mutating func draw(title: String, events: [IncidentBand]) -> String {
    let plan = layout()
    let height = plan.bottom + 34
    // Beneath everything, so that lines stay legible over it.
    for band in events {
      canvas.rectangle(
        x: x(band.from),
        y: 70,
        width: max(2, x(band.to) - x(band.from)),
        height: plan.bottom - 70,
        fill: "#fde68a",
        opacity: 0.35
      )
    }
    labels(events)
    header(title)
    load(plan.load)
    success(plan.success)
    latency(plan.latency)
    attempts(plan.attempts)
    if let ejected = plan.ejected { ejections(ejected) }
    axis(plan.bottom)
    return canvas.document(width: Self.width, height: height, title: title)
  }

  private struct Layout {
    var load = 0.0...1
    var success = 0.0...1
    var latency = 0.0...1
    var attempts = 0.0...1
    var ejected: ClosedRange<Double>?
    var bottom = 0.0
  }

  private var ejectable: [String] { Set(report.timeline.flatMap(\.ejected)).sorted() }

  private func layout() -> Layout {
    var layout = Layout()
    var y = 122.0
    func take(_ height: Double) -> ClosedRange<Double> {
      defer { y += height + Self.gap }
      return y...(y + height)
    }
    layout.load = take(92)
    layout.success = take(92)
    layout.latency = take(132)
    layout.attempts = take(72)
    if !ejectable.isEmpty { layout.ejected = take(Double(ejectable.count) * 18) }
    layout.bottom = y - Self.gap
    return layout
  }

  private mutating func header(_ title: String) {
    let summary = report.summary
    canvas.text(title, x: Self.left, y: 30, size: 17, fill: "#0f172a", isBold: true)
    let perCall = summary.calls == 0 ? 0 : Double(summary.attempts) / Double(summary.calls)
    let line =
      "\(NumberText.grouped(summary.calls)) calls, \(NumberText.percent(summary.succeeded, of: summary.calls)) succeeded · "
      + "\(NumberText.fixed(perCall, 2)) attempts a call · p50 \(NumberText.time(summary.latency.p50)), "
      + "p99 \(NumberText.time(summary.latency.p99)) · seed \(report.seed)"
    canvas.text(line, x: Self.left, y: 50, size: 12)
    guard let other = other?.summary else { return }
    canvas.path([(Self.left, 62), (Self.left + 22, 62)], stroke: Self.grey, dashes: "4 3")
    canvas.text(
      "\(otherName): \(NumberText.percent(other.succeeded, of: other.calls)) succeeded, "
        + "p99 \(NumberText.time(other.latency.p99))",
      x: Self.left + 28,
      y: 66
    )
  }

  private mutating func labels(_ events: [IncidentBand]) {
    // Two rows, so that neighbours do not overlap.
    for (index, band) in events.enumerated() {
      canvas.text(
        band.label,
        x: min(x(band.from) + 3, Self.right - 150),
        y: index % 2 == 0 ? 84 : 97,
        size: 10,
        fill: "#92400e"
      )
    }
  }

  private mutating func axis(_ bottom: Double) {
    let step = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600].first { seconds / $0 <= 13 } ?? 7200.0
    for mark in stride(from: 0, through: seconds, by: step) {
      canvas.line(from: (x(mark), bottom), to: (x(mark), bottom + 4), stroke: "#94a3b8")
      canvas.text("\(Int(mark)) s", x: x(mark), y: bottom + 18, anchor: .middle)
    }
  }

  // MARK: Panels

  private mutating func frame(
    _ range: ClosedRange<Double>,
    _ title: String,
    _ scale: ReportScale,
    _ unit: (Double) -> String
  ) {
    canvas.text(title, x: Self.left, y: range.lowerBound - 8, size: 12, fill: "#0f172a", isBold: true)
    for mark in scale.marks {
      canvas.line(from: (Self.left, scale.y(mark)), to: (Self.right, scale.y(mark)), stroke: "#e2e8f0")
      canvas.text(unit(mark), x: Self.left - 8, y: scale.y(mark) + 4, anchor: .end)
    }
  }

  private mutating func legend(_ range: ClosedRange<Double>, _ entries: [(String, String)]) {
    var place = Self.right
    for (name, colour) in entries.reversed() {
      let width = Double(name.count) * 6.4 + 22
      place -= width
      canvas.rectangle(x: place, y: range.lowerBound - 17, width: 10, height: 10, fill: colour)
      canvas.text(name, x: place + 14, y: range.lowerBound - 8)
    }
  }

  private func points(_ rows: [Row], _ scale: ReportScale, _ value: (Row) -> Double?) -> [(x: Double, y: Double)?] {
    rows.map { row in value(row).map { (x(Double(row.t) + 0.5), scale.y($0)) } }
  }

  private mutating func load(_ range: ClosedRange<Double>) {
    let most = report.timeline.map { Double(max($0.offered, $0.attempts)) }.max() ?? 1
    let scale = ReportScale.linear(to: most, top: range.lowerBound, bottom: range.upperBound)
    frame(range, "Load, a second", scale) { NumberText.grouped(NumberText.whole($0)) }
    // There is no load after the last call.
    let end = report.timeline.last { $0.offered > 0 }?.t ?? 0
    canvas.path(points(report.timeline, scale) { Double($0.attempts) }, stroke: Self.amber, width: 2.6)
    canvas.path(points(report.timeline, scale) { $0.t > end ? nil : Double($0.offered) }, stroke: Self.blue)
    legend(range, [("calls", Self.blue), ("attempts", Self.amber)])
  }

  private mutating func success(_ range: ClosedRange<Double>) {
    let rows = report.timeline
    let most = rows.map { Double($0.succeeded) + Double($0.failed) }.max() ?? 1
    let scale = ReportScale.linear(to: most, top: range.lowerBound, bottom: range.upperBound)
    frame(range, "Calls that ended, a second", scale) { NumberText.grouped(NumberText.whole($0)) }
    for row in rows {
      let (start, end) = (x(Double(row.t)), x(Double(row.t) + 1))
      let (middle, top) = (scale.y(Double(row.succeeded)), scale.y(Double(row.succeeded) + Double(row.failed)))
      let width = max(0.5, end - start - (end - start > 4 ? 1 : 0))
      canvas.rectangle(x: start, y: middle, width: width, height: range.upperBound - middle, fill: Self.green)
      if row.failed > 0 { canvas.rectangle(x: start, y: top, width: width, height: middle - top, fill: Self.red) }
    }
    if let other {
      canvas.path(points(other.timeline, scale) { Double($0.succeeded) }, stroke: Self.grey, dashes: "4 3")
    }
    legend(range, [("succeeded", Self.green), ("failed", Self.red)])
  }

  private mutating func latency(_ range: ClosedRange<Double>) {
    let values = (report.timeline + (other?.timeline ?? [])).flatMap { [$0.p50, $0.p99].compactMap(\.self) }
    let scale = ReportScale.logarithmic(values, top: range.lowerBound, bottom: range.upperBound)
    frame(range, "Latency of calls that succeeded", scale) { NumberText.mark($0) }
    if let other { canvas.path(points(other.timeline, scale, \.p99), stroke: Self.grey, dashes: "4 3") }
    canvas.path(points(report.timeline, scale, \.p50), stroke: Self.blue)
    canvas.path(points(report.timeline, scale, \.p99), stroke: Self.violet)
    legend(range, [("p50", Self.blue), ("p99", Self.violet)])
  }

  private mutating func attempts(_ range: ClosedRange<Double>) {
    func ratio(_ row: Row) -> Double? { row.offered == 0 ? nil : Double(row.attempts) / Double(row.offered) }
    let most = (report.timeline + (other?.timeline ?? [])).compactMap(ratio).max() ?? 1
    let scale = ReportScale.linear(to: max(1, most), top: range.lowerBound, bottom: range.upperBound)
    frame(range, "Attempts a call", scale) { NumberText.fixed($0, scale.marks[1] < 1 ? 1 : 0) }
    if let other { canvas.path(points(other.timeline, scale, ratio), stroke: Self.grey, dashes: "4 3") }
    canvas.path(points(report.timeline, scale, ratio), stroke: Self.amber)
  }

  private mutating func ejections(_ range: ClosedRange<Double>) {
    canvas.text("Ejected endpoints", x: Self.left, y: range.lowerBound - 8, size: 12, fill: "#0f172a", isBold: true)
    for (index, endpoint) in ejectable.enumerated() {
      let y = range.lowerBound + Double(index) * 18
      canvas.rectangle(x: Self.left, y: y + 2, width: Self.right - Self.left, height: 14, fill: "#f1f5f9")
      for row in report.timeline where row.ejected.contains(endpoint) {
        canvas.rectangle(x: x(Double(row.t)), y: y + 2, width: x(1) - x(0), height: 14, fill: Self.red, opacity: 0.75)
      }
      canvas.text(endpoint, x: Self.left + 4, y: y + 13, fill: "#0f172a")
    }
  }
}

extension NumberText {
  /// A mark of a logarithmic scale, in milliseconds.
  fileprivate static func mark(_ milliseconds: Double) -> String {
    if milliseconds >= 999.9 { return "\(grouped(whole(milliseconds / 1000))) s" }
    if milliseconds >= 0.99 { return "\(whole(milliseconds)) ms" }
    return "\(fixed(milliseconds, milliseconds > 0.05 ? 1 : milliseconds > 0.005 ? 2 : 3)) ms"
  }
}
