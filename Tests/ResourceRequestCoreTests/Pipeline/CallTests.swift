// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// What the attempts of one call have in common.
struct CallTests {
  @Test func `attempts that run beside one another carry one idempotency key`() async {
    for _ in 0..<200 {
      let call = Call(RequestEnvironment())
      let next = Lock<UInt64>(0)
      let bits: @Sendable () -> UInt64 = {
        next.withLock { bits in
          bits += 1
          return bits
        }
      }
      let keys = await withTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask { call.idempotencyKey(bits) } }
        return await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
      #expect(call.idempotencyKey(bits) == keys.first)
    }
  }

  @Test func `a hedged call's two attempts carry the same key`() async throws {
    let clock = ManualClock()
    let keys = Lock<[String?]>([])
    let stub = StubTransport { request, _ in
      let number = keys.withLock { keys in
        keys.append(request.headers["Idempotency-Key"])
        return keys.count
      }
      guard number == 1 else { return .text("second") }
      // The first attempt never ends by itself.
      try await clock.sleep(until: clock.now.advanced(by: .seconds(1000)))
      return .text("first")
    }
    let configuration = try ResourceConfiguration(
      json: """
        {"backendServices": [{"service": "s", "baseUrl": "http://s.example", "idempotencyKey": {},
          "hedge": {"after": "10ms"}}]}
        """
    )
    let options = ClientOptions(environment: RequestEnvironment(clock: clock))
    let client = ResourceClient(configuration: configuration, transport: stub, options: options)
    async let response = client.send(ResourceRequest("x", method: .post, service: "s"))
    try await clock.waitForSleepers(2)
    clock.advance(by: .milliseconds(20))
    #expect(try await response.text == "second")
    let seen = keys.withLock(\.self)
    #expect(seen.count == 2)
    #expect(seen[0] != nil && seen[0] == seen[1])
  }

  @Test func `another call has another key`() {
    let environment = RequestEnvironment()
    let keys = (0..<100).map { _ in Call(environment).idempotencyKey(environment.randomBits) }
    #expect(Set(keys).count == 100)
  }

  @Test func `a list of attempts keeps what there was when it was made`() throws {
    let call = Call(RequestEnvironment())
    let request = ResolvedRequest(url: try ResourceURL("http://h.example/"))
    func end(_ code: ResourceError.Code, mayHaveExecuted: Bool) {
      let ended = EndedAttempt(
        CallContext(environment: call.environment),
        request,
        .sent,
        since: call.start,
        .failed(code),
        nil
      )
      call.note(ended, mayHaveExecuted: mayHaveExecuted)
    }
    end(.connectFailed, mayHaveExecuted: false)
    let early = call.attemptsSoFar
    #expect(!call.mayHaveExecuted)
    end(.readTimeout, mayHaveExecuted: true)
    end(.connectFailed, mayHaveExecuted: false)
    #expect(early.all.map(\.code) == [.connectFailed])
    #expect(call.attemptsSoFar.all.map(\.code) == [.connectFailed, .readTimeout, .connectFailed])
    // A later attempt that was not executed does not reset this.
    #expect(call.mayHaveExecuted)
    call.noteRefusal("budget empty")
    #expect(call.attemptsSoFar.all.map(\.refusal) == [nil, nil, "budget empty"])
  }

  @Test func `redirects do not count against the limit of a call`() throws {
    let call = Call(RequestEnvironment())
    for number in 1...Call.limit { #expect(try call.begin(.retry) == number) }
    #expect(try call.begin(.redirect) == Call.limit + 1)
    let failure = #expect(throws: TransportFailure.self) { try call.begin(.retry) }
    #expect(failure?.code == .tooManySendings)
  }
}
