// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The attempts that responses and errors list, and what middleware and observers see of them.
struct AttemptsTests {
  /// Sends again until the response is successful.
  private struct Retrying: Middleware {
    var reason = AttemptReason.retry

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      var answer = try await next(request, context: context)
      while !answer.status.isSuccessful {
        answer = try await next.again(request, context: context, because: reason, leaving: answer)
      }
      return answer
    }
  }

  /// Records the requests that pass.
  private final class Watching: Middleware {
    let seen = Lock<[(attempt: Int, hop: Int, reason: AttemptReason, headers: Headers)]>([])

    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      seen.withLock { $0.append((context.attempt, context.hop, context.reason, request.headers)) }
      return try await next(request, context: context)
    }
  }

  private static let url = "http://h.example/"

  private func client(_ script: [StubStep], _ options: ClientOptions = ClientOptions()) -> ResourceClient {
    ResourceClient(transport: StubTransport(script: script), options: options)
  }

  @Test func `an answer lists every attempt of its call, with its reason`() async throws {
    let stale = TransportFailure(code: .connectionClosed, message: "m", phase: .sent, onReusedConnection: true)
    let client = client(
      [
        .fail(stale), .respond(.status(503)), .respond(.status(302, headers: ["Location": "/next"])),
        .respond(.text("ok")),
      ],
      ClientOptions(middleware: [RetryUntilAnswered()])
    )
    let response = try await client.send(ResourceRequest(Self.url))
    #expect(response.attempts.map(\.number) == [1, 2, 3, 4])
    #expect(response.attempts.map(\.hop) == [1, 1, 1, 2])
    #expect(response.attempts.map(\.reason) == [.first, .staleConnection, .retry, .redirect])
    #expect(
      response.attempts.map(\.outcome)
        == [.failed(.connectionClosed), .answered(503), .answered(302), .answered(200)]
    )
    #expect(response.attempts.map { $0.metrics != nil } == [false, true, true, true])
  }

  /// Retries once after a 503.
  private struct RetryUntilAnswered: Middleware {
    func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
      let answer = try await next(request, context: context)
      guard answer.status == 503 else { return answer }
      return try await next.again(request, context: context, because: .retry, leaving: answer)
    }
  }

  @Test func `an error lists those that were answered too`() async throws {
    let client = client(
      [.respond(.status(503)), .fail(.connectFailed, phase: .connecting)],
      ClientOptions(middleware: [Retrying(reason: AttemptReason("mine"))])
    )
    let error = await #expect(throws: ResourceError.self) { try await client.send(ResourceRequest(Self.url)) }
    #expect(error?.attempts.map(\.outcome) == [.answered(503), .failed(.connectFailed)])
    #expect(error?.attempts.map(\.reason.name) == ["first", "mine"])
  }

  @Test func `an unsuccessful status lists them too`() async throws {
    let response = try await client([.respond(.status(500))]).send(ResourceRequest(Self.url))
    let error = #expect(throws: ResourceError.self) { try response.successful() }
    #expect(error?.attempts.map(\.status) == [500])
  }

  @Test func `a stream lists the attempts up to its head`() async throws {
    let client = client(
      [.respond(.status(503)), .respond(.text("ok"))],
      ClientOptions(middleware: [Retrying()])
    )
    let stream = try await client.stream(ResourceRequest(Self.url))
    #expect(stream.head.attempts.map(\.status) == [503, 200])
    #expect(try await stream.collect().attempts.map(\.status) == [503, 200])
  }

  @Test func `nothing is sent again whose body can be read once only`() async throws {
    let stub = StubTransport(script: [.respond(.text("busy", status: 503)), .respond(.text("ok"))])
    let client = ResourceClient(transport: stub, options: ClientOptions(middleware: [Retrying()]))
    var request = ResourceRequest(Self.url, method: .put)
    request.body = .stream(AsyncThrowingStream { $0.finish() })
    let sent = request
    let error = await #expect(throws: ResourceError.self) { try await client.send(sent) }
    #expect(error?.code == .bodyNotReplayable)
    #expect(error?.message.contains("(retry)") == true)
    #expect(error?.response?.text == "busy")
    #expect(error?.attempts.map(\.status) == [503])
    #expect(error?.mayHaveExecuted == true)
    #expect(stub.requests.count == 1)
  }

  @Test func `a middleware per hop sees a hop once, and one per attempt each sending as it goes out`() async throws {
    let (hop, attempt, own) = (Watching(), Watching(), Watching())
    let configuration = try ResourceConfiguration(
      json: """
        {"backendServices": [{"service": "resorts", "baseUrl": "https://h.example",
                              "auth": {"type": "basic", "credential": {"username": "u", "password": "hunter2"}}}]}
        """
    )
    let stub = StubTransport(
      script: [
        .respond(.status(503)), .respond(.status(302, headers: ["Location": "/b"])), .respond(.text("ok")),
        .respond(.text("other")),
      ]
    )
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(
        middleware: [hop, RetryUntilAnswered()],
        attemptMiddleware: [attempt],
        services: ["resorts": ServiceOptions(attemptMiddleware: [own])]
      )
    )
    #expect(try await client.send(ResourceRequest("a", service: "resorts")).text == "ok")
    #expect(hop.seen.withLock { $0.map(\.hop) } == [1, 2])
    #expect(hop.seen.withLock { $0.map(\.attempt) } == [0, 0])
    #expect(hop.seen.withLock { $0.allSatisfy { !$0.headers.contains("Authorization") } })
    for watching in [attempt, own] {
      #expect(watching.seen.withLock { $0.map(\.attempt) } == [1, 2, 3])
      #expect(watching.seen.withLock { $0.map(\.hop) } == [1, 1, 2])
      #expect(watching.seen.withLock { $0.map(\.reason) } == [.first, .retry, .redirect])
      #expect(watching.seen.withLock { $0.allSatisfy { $0.headers.contains("Authorization") } })
    }
    #expect(try await client.send(ResourceRequest("http://other.example/")).status == 200)
    #expect(own.seen.withLock { $0.count } == 3)
    #expect(attempt.seen.withLock { $0.count } == 4)
  }

  @Test func `all observers are told, in their order`() async throws {
    let (one, other) = (RecordedEvents(), RecordedEvents())
    let client = client(
      [.respond(.text("ok"))],
      ClientOptions(environment: RequestEnvironment(observers: [one, other]))
    )
    _ = try await client.send(ResourceRequest(Self.url))
    #expect(one.kinds == [.resolved, .attemptStarted, .attemptAnswered, .finished])
    #expect(other.kinds == one.kinds)
    #expect(one.events.allSatisfy { $0.request?.url?.path == "/" })
  }

  @Test func `a request for a token passes the station of attempts and names the call it serves`() async throws {
    let (events, watching) = (RecordedEvents(), Watching())
    let configuration = try ResourceConfiguration(
      json: """
        {"backendServices": [{"service": "resorts", "baseUrl": "https://h.example",
          "auth": {"type": "oauth2", "tokenUrl": "https://id.example/token", "clientId": "c", "clientSecret": "hunter2",
                   "scope": "read"}}]}
        """
    )
    let stub = StubTransport { request, _ in
      request.url.origin.host == "id.example"
        ? .json(["access_token": "issued-token", "token_type": "Bearer", "expires_in": 60]) : .text("ok")
    }
    let client = ResourceClient(
      configuration: configuration,
      transport: stub,
      options: ClientOptions(
        attemptMiddleware: [watching],
        environment: RequestEnvironment(observers: [events])
      )
    )
    #expect(try await client.send(ResourceRequest("a", service: "resorts")).status == 200)
    let call = try #require(events.events.first?.id)
    let served = events.events.filter { $0.servedCall != nil }
    #expect(served.allSatisfy { $0.servedCall == call && $0.id != call })
    #expect(served.map(\.kind) == [.resolved, .attemptStarted, .attemptAnswered, .finished])
    #expect(watching.seen.withLock { $0.count } == 2)
  }
}
