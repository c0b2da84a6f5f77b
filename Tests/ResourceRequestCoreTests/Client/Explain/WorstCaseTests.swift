// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore
@testable import ResourceRequestInspection

/// The worst case of an explanation beside real calls, over random configurations, in virtual time.
@Suite(.onOwnThreads) struct WorstCaseTests {
  /// One configuration, and calls beside one another.
  private final class Trial: Transport {
    struct Call: Sendable {
      var method: RequestMethod
      var sent = 0
      var hops: Set<Int> = []
      var reasons: Set<AttemptReason> = []
      var seesFailedConnection = false
      var seesRetryAfter = false
      var seconds = 0.0
    }

    let keys: [String]
    let random: Lock<SeededGenerator>
    let calls: Lock<[Call]>
    let virtual = VirtualCalls()
    let capabilities = TransportCapabilities(connectsToEndpoints: true)
    private let has: @Sendable (String) -> Bool

    init(seed: UInt64) {
      var random = SeededGenerator(seed: seed)
      func chance(_ share: Int) -> Bool { Int.random(in: 0..<100, using: &random) < share }
      func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
      var keys: [String] = []
      if chance(80) { keys.append(#""timeouts":{"attempt":"\#(number(50...400))ms","total":"\#(number(1...9))s"}"#) }
      switch number(0...3) {
      case 0:
        keys.append(#""hedge":{"after":"\#(number(1...300))ms","attempts":\#(number(2...3)),"maxExtraLoad":"100%"}"#)
      case 1, 2:
        let backoff = #"{"base":"\#(number(1...50))ms","max":"\#(number(50...300))ms"}"#
        keys.append(#""retry":{"attempts":\#(number(2...4)),"backoff":\#(backoff)}"#)
      default: break
      }
      if chance(30) { keys.append(#""idempotencyKey":{}"#) }
      if chance(40) {
        let places = (0..<number(2...3)).map { #"{"url":"https://e\#($0).example"}"# }.joined(separator: ",")
        keys.append(#""endpoints":[\#(places)]"#)
      }
      if chance(20) { keys.append(#""rate":{"requests":4,"burst":\#(number(1...2))}"#) }
      if chance(20) { keys.append(#""concurrency":1,"queue":{"length":9}"#) }
      if chance(20) {
        keys.append(
          #""auth":{"type":"oauth2","tokenUrl":"https://id.example/t","clientId":"c","clientSecret":"hunter2"}"#
        )
      }
      if chance(20) { keys.append(#""cache":true"#) }
      if chance(30) { keys.append(#""redirects":0"#) }
      self.keys = keys
      has = { [keys] key in keys.contains { $0.contains("\"\(key)\"") } }
      let methods = (0..<number(1...4)).map { _ in chance(70) ? RequestMethod.get : .post }
      calls = Lock(methods.map { Call(method: $0) })
      self.random = Lock(random)
    }

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      let draw = random.withLock { random in (0..<4).map { _ in Int.random(in: 0..<100, using: &random) } }
      let number = request.headers["X-Call"].flatMap { Int($0) }
      if let number {
        calls.withLock { calls in
          calls[number].sent += 1
          calls[number].hops.insert(context.hop)
          calls[number].reasons.insert(context.reason)
        }
      }
      let end = context.clock.now.advanced(by: .milliseconds(draw[0] * draw[1] / 20))
      if let deadline = context.deadline, deadline < end {
        try await context.clock.sleep(until: deadline)
        throw TransportFailure(code: .deadlineExceeded, message: "late", phase: .sent)
      }
      try await context.clock.sleep(until: end)
      guard let number else {
        return .json(["access_token": "t\(draw[2])", "token_type": "Bearer", "expires_in": 60])
      }
      switch draw[3] {
      case 0..<25: return .text("ok", headers: draw[2] < 50 ? [:] : ["Cache-Control": "max-age=60"])
      case 25..<40: return .status(503)
      case 40..<45:
        calls.withLock { $0[number].seesRetryAfter = true }
        return .status(503, headers: ["Retry-After": "1"])
      case 45..<55: return .status(307, headers: ["Location": "/y\(draw[2])"])
      case 55..<60 where has("auth"):
        return .status(401, headers: ["WWW-Authenticate": #"Bearer error="invalid_token""#])
      case 60..<75:
        calls.withLock { $0[number].seesFailedConnection = true }
        throw TransportFailure(code: .connectFailed, message: "refused", phase: .connecting)
      case 75..<80:
        throw TransportFailure(code: .connectionClosed, message: "stale", phase: .sent, onReusedConnection: true)
      default: throw TransportFailure(code: .connectionClosed, message: "reset", phase: .sent)
      }
    }

    /// What made a call more than its policies say, as far as it can be seen.
    func extras(_ call: Call) -> Set<String> {
      var extras: Set<String> = []
      if call.hops.count > 1 { extras.insert("redirects") }
      if call.reasons.contains(.staleConnection) { extras.insert("stale connections") }
      if call.seesFailedConnection { extras.insert("a failed connection") }
      if call.seesRetryAfter { extras.insert("Retry-After") }
      return extras
    }

    /// What may have made it wait.
    func waits(_ call: Call) -> Set<String> {
      var waits: Set<String> = []
      if has("auth") { waits.insert("tokens") }
      if has("rate") { waits.insert("the rate") }
      if has("queue") { waits.insert("the queue") }
      if has("cache"), call.method == .get { waits.insert("the cache") }
      return waits
    }
  }

  @Test func `no call is sent more often or takes longer than its explanation says, but for what that names`() throws {
    var (judged, strict) = (0, 0)
    for seed in 0..<900 {
      let trial = Trial(seed: UInt64(seed))
      let keys = [#""service":"s","baseUrl":"https://s.example""#] + trial.keys
      let text = #"{"backendServices":[{\#(keys.joined(separator: ","))}]}"#
      guard let configuration = try? ResourceConfiguration(json: text) else { continue }
      let clock = trial.virtual.clock
      let client = ResourceClient(
        configuration: configuration,
        transport: trial,
        options: ClientOptions(
          environment: RequestEnvironment(clock: clock, randomBits: { trial.random.withLock { $0.next() } })
        )
      )
      func request(_ number: Int) -> ResourceRequest {
        var request = ResourceRequest("x", method: trial.calls.withLock { $0[number].method }, service: "s")
        request.headers["X-Call"] = "\(number)"
        return request
      }
      let numbers = trial.calls.withLock { Array($0.indices) }
      let worst = try numbers.map { try client.explain(request($0)).worstCase }
      let ended = trial.virtual.run(
        numbers.map { number in
          let request = request(number)
          return {
            let start = clock.now
            _ = try? await client.send(request)
            trial.calls.withLock { $0[number].seconds = start.duration(to: clock.now).inSeconds }
          }
        }
      )
      try #require(ended, "seed \(seed) waits for something else than a moment: \(text)")
      for (call, worst) in zip(trial.calls.withLock { $0 }, worst) {
        let facts: Comment = "seed \(seed): \(call) beside \(worst.description), \(text)"
        let named = Set(worst.leavesOut)
        let extras = trial.extras(call)
        judged += 1
        if let all = worst.secondsInAll { try #require(call.seconds <= all + 1e-6, facts) }
        let isOver = call.sent > worst.attempts || worst.seconds.map { call.seconds > $0 + 1e-6 } ?? false
        let reasons = extras.union(trial.waits(call))
        if reasons.isEmpty { strict += 1 }
        try #require(!isOver || !reasons.isDisjoint(with: named), facts)
        for extra in ["redirects", "stale connections"] where extras.contains(extra) {
          try #require(named.contains(extra), facts)
        }
      }
    }
    #expect(judged > 1000 && strict > 300, "\(judged) judged, \(strict) of them without anything on top")
  }
}
