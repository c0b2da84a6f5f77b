// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore
import ResourceRequestTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StubTransportTests {
  private let context = CallContext()

  private func request(_ path: String = "/", method: RequestMethod = .get) throws -> ResolvedRequest {
    ResolvedRequest(method: method, url: try ResourceURL("http://stub.example" + path))
  }

  @Test func `a closure answers and what was asked is kept`() async throws {
    let stub = StubTransport { request, _ in .text(request.url.path) }
    let response = try await stub.send(request("/a"), context: context)
    #expect(response.body.bytes == Data("/a".utf8))
    #expect(response.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(stub.requests == [try request("/a")])
  }

  @Test func `a script answers in order`() async throws {
    let stub = StubTransport(script: [.respond(.status(503)), .respond(.json(["a": 1], status: 201))])
    #expect(try await stub.send(request(), context: context).status == 503)
    let second = try await stub.send(request(), context: context)
    #expect(second.status == 201)
    #expect(second.body.bytes == Data(#"{"a":1}"#.utf8))
    #expect(second.headers["Content-Type"] == "application/json")
  }

  @Test func `running out of the script is a failure that says which request had no step`() async throws {
    let stub = StubTransport(script: [.respond(.status(204))])
    _ = try await stub.send(request(), context: context)
    let failure = await #expect(throws: TransportFailure.self) {
      try await stub.send(request("/b", method: .post), context: context)
    }
    #expect(failure?.code == .transportFailure)
    #expect(failure?.message == "the stub's script has no step left for request 2, POST /b")
    #expect(failure?.mayHaveExecuted == false)
  }

  @Test func `a scripted failure says how far it came`() async throws {
    let stub = StubTransport(script: [.fail(.connectFailed, phase: .connecting), .fail(.connectionClosed)])
    let early = await #expect(throws: TransportFailure.self) { try await stub.send(request(), context: context) }
    #expect(early?.code == .connectFailed)
    #expect(early?.mayHaveExecuted == false)
    let late = await #expect(throws: TransportFailure.self) { try await stub.send(request(), context: context) }
    #expect(late?.mayHaveExecuted == true)
  }

  @Test func `a body beyond the limit is a failure`() async throws {
    let stub = StubTransport { _, _ in .text("four") }
    let small = ResolvedRequest(
      url: try ResourceURL("http://stub.example/"),
      options: ExchangeOptions(limits: ResponseLimits(bodyBytes: 3))
    )
    let failure = await #expect(throws: TransportFailure.self) { try await stub.send(small, context: context) }
    #expect(failure?.code == .bodyTooLarge)
  }

  @Test func `silence ends at the deadline of the context's own clock`() async throws {
    let clock = ManualClock()
    let context = CallContext(
      environment: RequestEnvironment(clock: clock),
      deadline: clock.now.advanced(by: .seconds(5))
    )
    let stub = StubTransport(script: [.silence])
    let task = Task { [request = try request()] in try await stub.send(request, context: context) }
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(5))
    let failure = await #expect(throws: TransportFailure.self) { try await task.value }
    #expect(failure?.code == .deadlineExceeded)
  }

  @Test func `silence ends when the task is cancelled`() async throws {
    let stub = StubTransport(script: [.silence])
    let task = Task { [request = try request()] in try await stub.send(request, context: CallContext()) }
    try await stub.waitForRequests()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a delayed answer comes after its delay, unless the deadline is earlier`() async throws {
    let clock = ManualClock()
    let environment = RequestEnvironment(clock: clock)
    let stub = StubTransport { _, _ in .text("") }
    let slow = FaultyTransport(stub, plan: FaultPlan { _ in .delay(.seconds(2)) })
    let patient = Task { [request = try request()] in
      try await slow.send(request, context: CallContext(environment: environment))
    }
    let hasty = Task { [request = try request()] in
      try await slow.send(
        request,
        context: CallContext(environment: environment, deadline: clock.now.advanced(by: .seconds(1)))
      )
    }
    try await clock.waitForSleepers(2)
    clock.advanceToNextSleeper()
    let failure = await #expect(throws: TransportFailure.self) { try await hasty.value }
    #expect(failure?.code == .deadlineExceeded)
    #expect(stub.requests.isEmpty)
    clock.advanceToNextSleeper()
    #expect(try await patient.value.status == 200)
  }
}
