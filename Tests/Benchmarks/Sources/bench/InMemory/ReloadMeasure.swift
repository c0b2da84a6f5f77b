// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestKit

/// Measures a configuration reload, and its effect on concurrent calls.
enum ReloadMeasure {
  /// Measures reading, checking and applying a document of many services, one of which has changed.
  static func document(_ arguments: Arguments) throws -> Report {
    let count = max(1, try arguments.number("services", or: 1000))
    let texts = (0..<2).map { text(services: count, changed: $0) }
    let client = ResourceClient(configuration: try ResourceConfiguration(json: texts[1]), transport: InstantTransport())
    var next = 0
    return try Repetition.measure(try arguments.number("iterations", or: 20)) {
      client.reload(try ResourceConfiguration(json: texts[next % 2]))
      next += 1
    }
  }

  /// Measures calls while the configuration changes about every millisecond, or does not with `--with none`.
  static func calls(_ arguments: Arguments) async throws -> Report {
    let reloads = max(1, try arguments.number("iterations", or: 10_000))
    let isStill = arguments.text("with") == "none"
    let configurations = try (0..<2).map { try ResourceConfiguration(json: text(services: 10, changed: $0)) }
    let client = ResourceClient(configuration: configurations[1], transport: InstantTransport())
    let request = ResourceRequest("cities/Berlin", service: "service-0")
    for _ in 0..<1000 { _ = try await client.send(request) }
    let (ticks, tick) = AsyncStream.makeStream(of: Int.self)
    let reloading = Task {
      for await number in ticks where !isStill { client.reload(configurations[number % 2]) }
    }
    var (times, failures) = (Times(), 0)
    let before = ProcessState.now()
    let start = ContinuousClock.now
    for number in 0..<(reloads * callsBetween) {
      if number % callsBetween == 0 { tick.yield(number / callsBetween) }
      let began = ContinuousClock.now
      if (try? await client.send(request))?.status != 200 { failures += 1 }
      times.note(began.duration(to: .now))
    }
    tick.finish()
    await reloading.value
    let elapsed = start.duration(to: .now)
    var report = Report(iterations: reloads * callsBetween, elapsed, before: before, after: ProcessState.now())
    report["failures"] = failures
    report["p99Microseconds"] = times.p99
    return report
  }

  /// About the number of calls in a millisecond.
  private static let callsBetween = 500

  private static func text(services: Int, changed: Int) -> String {
    let services = (0..<services).map { number in
      let host = number == 0 ? "changed-\(changed)" : "host-\(number)"
      return #"{"service": "service-\#(number)", "baseUrl": "http://\#(host).example/base/", "retry": 2}"#
    }
    return #"{"backendServices": [\#(services.joined(separator: ","))]}"#
  }

  /// A histogram of call times, in steps of 16 ns up to a millisecond.
  private struct Times {
    private var counts = [Int](repeating: 0, count: 65_536)
    private var all = 0

    mutating func note(_ time: Duration) {
      let nanoseconds = time.components.attoseconds / 1_000_000_000
      let step = time >= .seconds(1) ? counts.count - 1 : min(counts.count - 1, Int(nanoseconds >> 4))
      counts[step] += 1
      all += 1
    }

    /// The 99th percentile, in microseconds.
    var p99: Double {
      var left = all - all / 100
      for (step, count) in counts.enumerated() {
        left -= count
        if left <= 0 { return Double((step + 1) * 16) / 1000 }
      }
      return 0
    }
  }
}
