// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// The kernel's numbers for this process: processor time, memory, threads.
///
/// With Tests/Benchmarks/allocations.c preloaded, also the number of allocations and the memory held.
struct ProcessState {
  var userSeconds = 0.0
  var systemSeconds = 0.0
  var residentKiB = 0
  var peakKiB = 0
  var threads = 0
  var contextSwitches = 0
  /// The number of allocations before and after taking this state, which itself allocates.
  var allocations: (before: Int, after: Int)?

  static func now() -> ProcessState {
    var state = ProcessState()
    var usage = rusage()
    getrusage(__rusage_who_t(0), &usage)
    state.userSeconds = seconds(usage.ru_utime)
    state.systemSeconds = seconds(usage.ru_stime)
    state.contextSwitches = usage.ru_nvcsw + usage.ru_nivcsw
    let allocations = countAllocations?() ?? 0
    let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" || $0 == ":" }
      guard words.count > 1, let value = Int(words[1]) else { continue }
      switch words[0] {
      case "VmRSS": state.residentKiB = value
      case "VmHWM": state.peakKiB = value
      case "Threads": state.threads = value
      default: break
      }
    }
    state.allocations = countAllocations.map { (allocations, $0()) }
    return state
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }

  private static let countAllocations = counter("benchmark_allocation_count")

  /// The most bytes held at once since the previous call, beyond those held then.
  static let takePeakBytes = counter("benchmark_peak_bytes")

  private static func counter(_ name: String) -> (@convention(c) () -> Int)? {
    guard let symbol = dlsym(nil, name) else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) () -> Int).self)
  }
}
