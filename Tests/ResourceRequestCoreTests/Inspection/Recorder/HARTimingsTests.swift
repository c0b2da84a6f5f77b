// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// How the phases of an exchange become the timings of a HAR entry.
struct HARTimingsTests {
  @Test func `TLS is a part of connecting, and the parts come to the whole`() {
    var metrics = ExchangeMetrics(total: .milliseconds(100))
    metrics.queued = .milliseconds(5)
    metrics.nameLookup = .milliseconds(10)
    metrics.connect = .milliseconds(30)
    metrics.tls = .milliseconds(60)
    metrics.firstByte = .milliseconds(90)
    let timings = HARTimings(metrics, .seconds(1))
    #expect(timings.blocked == 5)
    #expect(timings.dns == 10)
    #expect(timings.connect == 50)
    #expect(timings.ssl == 30)
    #expect(timings.wait == 30)
    #expect(timings.receive == 10)
    #expect(timings.total == 105)
  }

  @Test func `what nobody knows is -1`() {
    let timings = HARTimings(nil, .milliseconds(7))
    #expect([timings.blocked, timings.dns, timings.connect, timings.ssl] == [-1, -1, -1, -1])
    #expect(timings.wait == 7)
    var reused = ExchangeMetrics(total: .milliseconds(4))
    reused.firstByte = .milliseconds(3)
    #expect(HARTimings(reused, .zero).connect == -1)
    #expect(HARTimings(reused, .zero).wait == 3)
  }

  @Test func `what failed took its time where it failed`() {
    func timings(_ phase: Attempt.Phase, _ code: ResourceError.Code = .connectFailed) -> [Double] {
      let failure = TransportFailure(code: code, message: "", phase: phase)
      let timings = HARTimings(nil, .milliseconds(7), failedIn: HARTimings.Part(failure))
      #expect(timings.total == 7)
      return [timings.blocked, timings.dns, timings.connect, timings.wait]
    }
    #expect(timings(.queued) == [7, -1, -1, 0])
    #expect(timings(.connecting, .nameNotResolved) == [-1, 7, -1, 0])
    #expect(timings(.connecting) == [-1, -1, 7, 0])
    #expect(timings(.sent) == [-1, -1, -1, 7])
    #expect(timings(.receiving) == [-1, -1, -1, 7])
  }

  @Test func `the whole has no more digits than its parts`() {
    var metrics = ExchangeMetrics(total: .microseconds(1253))
    metrics.nameLookup = .microseconds(39)
    metrics.connect = .microseconds(813)
    metrics.firstByte = .microseconds(1253)
    #expect(HARTimings(metrics, .zero).total == 1.253)
  }

  @Test func `a stream that broke off was received until then`() {
    var metrics = ExchangeMetrics(total: .milliseconds(4))
    metrics.firstByte = .milliseconds(3)
    #expect(HARTimings(metrics, .milliseconds(14), broken: .milliseconds(10)).receive == 11)
  }
}
