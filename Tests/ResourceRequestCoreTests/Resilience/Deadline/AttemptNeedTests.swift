// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A request with less time left than attempts take is not sent.
struct AttemptNeedTests {
  private let start = ContinuousClock.Instant.now

  @Test func `little knowledge and old knowledge refuse nothing`() {
    var need = AttemptNeed(share: 0.5)
    for _ in 0..<19 { need.note(.milliseconds(100), at: start) }
    #expect(need.time(at: start) == nil)
    need.note(.milliseconds(100), at: start)
    let time = need.time(at: start)
    #expect(time.map { $0 > .milliseconds(90) && $0 < .milliseconds(115) } == true, "\(String(describing: time))")
    #expect(need.time(at: start.advanced(by: .milliseconds(9999))) == time)
    #expect(need.time(at: start.advanced(by: .seconds(10))) == nil)
  }

  @Test func `the share says what is usual`() {
    var (median, most) = (AttemptNeed(share: 0.5), AttemptNeed(share: 0.95))
    for number in 1...100 {
      median.note(.milliseconds(number), at: start)
      most.note(.milliseconds(number), at: start)
    }
    #expect(median.time(at: start).map { $0 > .milliseconds(45) && $0 < .milliseconds(57) } == true)
    #expect(most.time(at: start).map { $0 > .milliseconds(87) && $0 < .milliseconds(106) } == true)
  }

  @Test func `a retry that would have less time than an attempt takes is not made`() {
    var decision = RetryDecision(policy: .standard, method: .get)
    decision.remaining = .milliseconds(90)
    var bits = SplitMix64(0)
    guard case .again = decision.verdict(after: .answered(503), &bits) else { return #expect(Bool(false)) }
    decision.needed = .milliseconds(91)
    #expect(decision.verdict(after: .answered(503), &bits) == .stop(.deadline(.milliseconds(90))))
  }

  /// A client whose service takes 100 ms for each response.
  private func client(_ clock: ManualClock, _ keys: String) throws -> (ResourceClient, StubTransport) {
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example",\#(keys)}]}"#
    )
    let stub = StubTransport { _, _ in
      clock.advance(by: .milliseconds(100))
      return TransportResponse(status: 200)
    }
    let options = ClientOptions(environment: RequestEnvironment(clock: clock))
    return (ResourceClient(configuration: configuration, transport: stub, options: options), stub)
  }

  @Test(arguments: [true, false])
  func `less time than the median is refused before it is sent, where that is asked for`(isAsked: Bool) async throws {
    let clock = ManualClock()
    let atLeast = isAsked ? #","atLeast":"p50""# : ""
    let (client, stub) = try client(clock, #""deadline":{"send":"X-Request-Timeout-Ms"\#(atLeast)}"#)
    let plenty = ResourceRequest("x", service: "s", timeout: .seconds(5))
    let hurried = ResourceRequest("x", service: "s", timeout: .milliseconds(50))
    for _ in 0..<20 { _ = try await client.send(plenty) }
    if isAsked {
      let refused = await #expect(throws: ResourceError.self) { try await client.send(hurried) }
      #expect(refused?.code == .deadlineExceeded && refused?.mayHaveExecuted == false)
      #expect(refused?.message.contains("the 50 ms that are left are not enough") == true, "\(refused?.message ?? "")")
      #expect(stub.requests.count == 20)
      // After 10 s the measurements are too old to refuse a request, so the next one is sent.
      clock.advance(by: .seconds(10))
    }
    _ = try? await client.send(hurried)
    #expect(stub.requests.count == 21)
    #expect(stub.requests.last?.headers["X-Request-Timeout-Ms"] == "50")
  }
}
