// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import CBareLoop
import Foundation

/// libcurl alone, in C, on the calling thread.
enum BareCurl {
  static func run(_ workload: Workload) throws -> Report {
    let body = workload.body.map { Array($0) } ?? []
    return try workload.url.withCString { url in
      try workload.contentType.withCString { contentType in
        try body.withUnsafeBytes { bytes in
          var options = bare_options(
            url: url,
            in_flight: Int32(workload.inFlight),
            http2: workload.http2,
            body: workload.body == nil ? nil : bytes.baseAddress,
            body_length: bytes.count,
            content_type: contentType
          )
          guard let loop = bare_open(&options) else { throw Arguments.Fault("libcurl could not be set up") }
          defer { bare_close(loop) }
          return measure(loop, workload)
        }
      }
    }
  }

  private static func measure(_ loop: OpaquePointer, _ workload: Workload) -> Report {
    _ = bare_run(loop, workload.warmUp, 3600)
    let before = ProcessState.now()
    let start = ContinuousClock.now
    let result = bare_run(loop, workload.requests, workload.seconds)
    let elapsed = start.duration(to: .now)
    let tally = Tally()
    tally.completed(result.completed, failed: result.failed, bytes: Int(result.bytes))
    return Report(workload, tally, elapsed, before: before, after: ProcessState.now())
  }
}
