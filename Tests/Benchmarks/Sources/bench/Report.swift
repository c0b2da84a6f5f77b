// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The result of a run, printed as one line of JSON.
struct Report {
  private var values: [String: Any]

  /// Creates the report of a load on a server.
  init(_ workload: Workload, _ tally: Tally, _ elapsed: Duration, before: ProcessState, after: ProcessState) {
    let seconds = elapsed / .seconds(1)
    let answers = Double(max(1, tally.answers))
    values = [
      "answers": tally.answers,
      "failures": tally.failures,
      "bytes": tally.bytes,
      "inFlight": workload.inFlight,
      "requestsPerSecond": Double(tally.answers) / seconds,
    ]
    if let failure = tally.failure { values["firstFailure"] = failure }
    addCosts(of: answers, seconds, before, after)
  }

  /// Creates the report of a repetition within the process.
  init(iterations: Int, _ elapsed: Duration, before: ProcessState, after: ProcessState) {
    values = ["iterations": iterations]
    addCosts(of: Double(max(1, iterations)), elapsed / .seconds(1), before, after)
  }

  private mutating func addCosts(of count: Double, _ seconds: Double, _ before: ProcessState, _ after: ProcessState) {
    let user = after.userSeconds - before.userSeconds
    let system = after.systemSeconds - before.systemSeconds
    values["seconds"] = seconds
    values["microseconds"] = seconds * 1e6 / count
    values["cpuMicroseconds"] = (user + system) * 1e6 / count
    values["userMicroseconds"] = user * 1e6 / count
    values["systemMicroseconds"] = system * 1e6 / count
    values["contextSwitches"] = Double(after.contextSwitches - before.contextSwitches) / count
    values["residentMiB"] = Double(after.residentKiB) / 1024
    values["grownMiB"] = Double(after.residentKiB - before.residentKiB) / 1024
    values["peakMiB"] = Double(after.peakKiB) / 1024
    values["threads"] = after.threads
    if let first = before.allocations?.after, let last = after.allocations?.before {
      values["allocations"] = Double(last - first) / count
    }
  }

  /// An additional value.
  subscript(name: String) -> Any? {
    get { values[name] }
    set { values[name] = newValue }
  }

  var line: String {
    let rounded = values.mapValues { value in
      if let number = value as? Double { return (number * 1000).rounded() / 1000 as Any }
      return value
    }
    let data = (try? JSONSerialization.data(withJSONObject: rounded, options: [.sortedKeys])) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}
