// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// Repeating a request that was sent on a connection that had just ended.
struct StaleConnectionMiddlewareTests {
  private func stale(
    _ code: ResourceError.Code = .connectionClosed,
    phase: Attempt.Phase = .sent,
    reused: Bool = true,
    shared: Bool = false
  ) -> StubStep {
    var failure = TransportFailure(code: code, message: "it broke", phase: phase, onReusedConnection: reused)
    failure.onSharedNewConnection = shared
    return .fail(failure)
  }

  private func send(_ method: RequestMethod, _ script: [StubStep]) async throws -> (StubTransport, ResourceError?) {
    let stub = StubTransport(script: script)
    do {
      let request = ResourceRequest("http://h.example/", method: method)
      _ = try await ResourceClient(transport: stub).send(request)
      return (stub, nil)
    } catch {
      return (stub, error as? ResourceError)
    }
  }

  @Test func `a request of which nothing was sent is sent, whatever its method`() async throws {
    let (stub, error) = try await send(.post, [stale(phase: .connecting), .respond(.text("ok"))])
    #expect(error == nil)
    #expect(stub.requests.count == 2)
  }

  @Test(arguments: [RequestMethod.get, .head, .put, .delete, .options, .trace])
  func `an idempotent request is sent once more`(method: RequestMethod) async throws {
    let (stub, error) = try await send(method, [stale(), .respond(.text("ok"))])
    #expect(error == nil)
    #expect(stub.requests.count == 2)
    // The same request, but on a new connection: other open connections may be as old.
    var again = stub.requests[0]
    again.options.wantsNewConnection = true
    #expect(stub.requests[1] == again)
  }

  @Test(arguments: [RequestMethod.post, .patch])
  func `any other is not, and the error says that it may have been executed`(method: RequestMethod) async throws {
    let (stub, error) = try await send(method, [stale(), .respond(.text("ok"))])
    #expect(stub.requests.count == 1)
    #expect(error?.code == .connectionClosed)
    #expect(error?.mayHaveExecuted == true)
    #expect(error?.isRetryable == true)
    #expect(error?.attempts.count == 1)
  }

  @Test func `it happens once, and every attempt is in the error`() async throws {
    let (stub, error) = try await send(.get, [stale(), stale(), .respond(.text("ok"))])
    #expect(stub.requests.count == 2)
    #expect(error?.attempts.map(\.code) == [.connectionClosed, .connectionClosed])
    #expect(error?.attempts.map(\.phase) == [.sent, .sent])
    #expect("\(try #require(error))".contains("after 2 attempts"))
  }

  @Test func `where the new connection was shared and ends too, it is sent on one of its own`() async throws {
    let script = [stale(), stale(shared: true), stale(shared: true), .respond(.text("ok"))]
    let (stub, error) = try await send(.get, script)
    #expect(stub.requests.map(\.options.mayShareNewConnection) == [true, true, false])
    #expect(error?.attempts.count == 3)
  }

  @Test func `where only the body is in the way, the attempt says so`() async throws {
    func refusals(_ method: RequestMethod, _ body: ResourceRequest.Body, kept: Bool = true) async throws -> [String?] {
      let stub = StubTransport { _, _ in
        throw TransportFailure(code: .connectionClosed, message: "it broke", phase: .sent, onReusedConnection: kept)
      }
      let request = ResourceRequest("http://h.example/", method: method, body: body)
      let error = await #expect(throws: ResourceError.self) { try await ResourceClient(transport: stub).send(request) }
      return try #require(error).attempts.map(\.refusal)
    }
    func chunks() -> ResourceRequest.Body {
      .stream(
        AsyncStream<Data> { continuation in
          continuation.yield(Data("a".utf8))
          continuation.finish()
        }
      )
    }
    #expect(try await refusals(.put, chunks()) == ["body not replayable"])
    #expect(try await refusals(.put, .string("a")) == [nil, nil])
    // Whatever the body is, these are not sent again.
    #expect(try await refusals(.post, chunks()) == [nil])
    #expect(try await refusals(.put, chunks(), kept: false) == [nil])
  }

  @Test func `what the first attempt may have done is not forgotten by the second`() async throws {
    let (_, error) = try await send(.delete, [stale(), .fail(.connectFailed, phase: .connecting)])
    #expect(error?.code == .connectFailed)
    #expect(error?.mayHaveExecuted == true)
  }

  private func timeout(reused: Bool = true, connection: String? = "keep-alive, Close") -> StubStep {
    var answer = TransportResponse(status: 408)
    if let connection { answer.headers["Connection"] = connection }
    answer.metrics.reusedConnection = reused
    return .respond(answer)
  }

  @Test func `a server's word that it closes a kept connection is not taken for the response`() async throws {
    let (stub, _) = try await send(.get, [timeout(), .respond(.text("ok"))])
    #expect(stub.requests.map(\.options.wantsNewConnection) == [false, true])
    #expect(try await send(.get, [timeout(), timeout(), .respond(.text("ok"))]).0.requests.count == 2)
    // About the request, or of one that may have been executed.
    for (method, answer) in [
      (.post, timeout()), (.get, timeout(reused: false)), (RequestMethod.get, timeout(connection: nil)),
    ] {
      #expect(try await send(method, [answer, .respond(.text("ok"))]).0.requests.count == 1)
    }
  }

  @Test func `neither a new connection nor another failure is cured by it`() async throws {
    #expect(try await send(.get, [stale(reused: false), .respond(.text("ok"))]).0.requests.count == 1)
    #expect(try await send(.get, [stale(.readTimeout), .respond(.text("ok"))]).0.requests.count == 1)
  }
}
