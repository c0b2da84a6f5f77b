// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCalling
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// The interface of the client: what it returns, throws and reports.
struct ResourceClientTests {
  private struct City: Decodable, Equatable { var name: String }

  private func client(
    _ script: [StubStep],
    _ options: ClientOptions = ClientOptions(),
    acceptedEncodings: String? = nil
  ) -> (ResourceClient, StubTransport) {
    let stub = StubTransport(capabilities: TransportCapabilities(acceptedEncodings: acceptedEncodings), script: script)
    return (ResourceClient(transport: stub, options: options), stub)
  }

  private let request = ResourceRequest("http://h.example/cities?token=s3cret")

  // MARK: Values

  @Test func `a value is the decoded body of a 2xx answer`() async throws {
    let (client, _) = client([.respond(.json(["name": "Bern"], status: 201)), .respond(.json([["name": "Bern"]]))])
    #expect(try await client.value(City.self, for: request) == City(name: "Bern"))
    let cities: [City] = try await client.value(for: request)
    #expect(cities.count == 1)
  }

  @Test func `another status is an error with the answer inside`() async throws {
    for (status, isRetryable) in [(404, false), (400, false), (429, true), (503, true), (304, false)] {
      let (client, _) = client([.respond(.text("why", status: Status(status)))])
      let error = await #expect(throws: ResourceError.self) { try await client.value(City.self, for: request) }
      #expect(error?.code == .unsuccessfulStatus)
      #expect(error?.response?.status == Status(status))
      #expect(error?.response?.text == (status == 304 ? "" : "why"))
      #expect(error?.isRetryable == isRetryable)
      #expect(error?.mayHaveExecuted == true)
      #expect(error?.request?.url?.path == "/cities")
    }
  }

  @Test func `a body of another form is an error that says where, with the answer inside`() async throws {
    let (client, _) = client([.respond(.json(["title": "Bern"])), .respond(.text("<html>")), .respond(.status(204))])
    let missing = await #expect(throws: ResourceError.self) { try await client.value(City.self, for: request) }
    #expect(missing?.code == .decodingFailed)
    #expect(missing?.message.contains("name") == true)
    #expect(missing?.response?.json?["title"] == "Bern")
    #expect(missing?.cause is DecodingError)
    for _ in 0..<2 {
      let error = await #expect(throws: ResourceError.self) { try await client.value(City.self, for: request) }
      #expect(error?.code == .decodingFailed)
    }
  }

  @Test func `a transport's failure becomes an error with all that was asked`() async throws {
    let cause = CocoaError(.fileNoSuchFile)
    let failure = TransportFailure(code: .readTimeout, message: "silence", phase: .receiving, cause: cause)
    let (client, _) = client([.fail(failure), .fail(.nameNotResolved, phase: .connecting)])
    let error = try #require(await #expect(throws: ResourceError.self) { try await client.send(request) })
    #expect(error.code == .readTimeout)
    #expect(error.message == "silence")
    #expect(error.cause is CocoaError)
    #expect(error.isRetryable)
    #expect(error.mayHaveExecuted)
    #expect(error.response == nil)
    #expect(error.attempts.map(\.phase) == [.receiving])
    #expect(error.attempts.map(\.origin.description) == ["http://h.example"])
    #expect("\(error)" == "readTimeout: silence (GET http://h.example/cities?token=‹redacted›)")
    let other = await #expect(throws: ResourceError.self) { try await client.send(request) }
    #expect(other?.mayHaveExecuted == false)
    #expect(other?.isRetryable == true)
  }

  @Test func `what others throw is wrapped, and not printed`() async throws {
    struct Foreign: Error, CustomStringConvertible { var description: String { "https://h/?token=s3cret" } }
    let (client, _) = client([.fail(Foreign())])
    let error = await #expect(throws: ResourceError.self) { try await client.send(request) }
    #expect(error?.code == .transportFailure)
    #expect(error?.cause is Foreign)
    #expect(error?.message.contains("Foreign") == true)
    #expect(error?.message.contains("s3cret") == false)
    #expect(error?.mayHaveExecuted == true)
  }

  @Test func `a line end in what a caller names begins no line of a log`() async throws {
    let error = await #expect(throws: ResourceError.self) {
      try await client([]).0.send(ResourceRequest("x", service: "a\nERROR fake"))
    }
    #expect(!"\(try #require(error))".contains("\n"))
    #expect(error?.message.contains(#"a\nERROR fake"#) == true)
  }

  // MARK: Time and cancellation

  @Test func `cancellation passes through as it is`() async throws {
    let (client, stub) = client([.silence])
    let task = Task { try await client.send(request) }
    try await stub.waitForRequests()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `a cancelled task sends nothing`() async throws {
    let (client, stub) = client([.respond(.text("ok"))])
    let gate = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in gate.stream {}
      return try await client.send(request)
    }
    task.cancel()
    gate.continuation.finish()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(stub.requests.isEmpty)
  }

  @Test func `the total timeout is counted from the call`() async throws {
    let clock = ManualClock()
    let (client, _) = client([.silence], ClientOptions(environment: RequestEnvironment(clock: clock)))
    let sent = ResourceRequest("http://h.example/", timeout: .milliseconds(3000))
    let outcome = Task { try await client.send(sent) }
    try await clock.waitForSleepers()
    #expect(clock.untilNextSleeper == .seconds(3))
    clock.advance(by: .seconds(3))
    let error = await #expect(throws: ResourceError.self) { try await outcome.value }
    #expect(error?.code == .deadlineExceeded)
    #expect(error?.message.hasSuffix(", 3.0 seconds after the call began") == true, "\(String(describing: error))")
  }

  // MARK: Draining

  @Test func `draining waits for what is under way`() async throws {
    let clock = ManualClock()
    let (client, stub) = client(
      [.after(.seconds(5), .respond(.text("ok")))],
      ClientOptions(environment: RequestEnvironment(clock: clock))
    )
    let answer = Task { try await client.send(request) }
    try await stub.waitForRequests()
    let isDrained = Task { await client.drain(within: .seconds(30)) }
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(5))
    #expect(await isDrained.value)
    #expect(try await answer.value.text == "ok")
    #expect(await client.drain(within: .seconds(30)))
  }

  @Test func `draining ends when its time is over, or it is cancelled`() async throws {
    let clock = ManualClock()
    let (client, stub) = client([.silence], ClientOptions(environment: RequestEnvironment(clock: clock)))
    let call = Task { try await client.send(request) }
    try await stub.waitForRequests()
    let isDrained = Task { await client.drain(within: .seconds(3)) }
    try await clock.waitForSleepers(2)
    clock.advance(by: .seconds(3))
    #expect(await isDrained.value == false)
    let draining = Task { await client.drain(within: .seconds(3)) }
    try await clock.waitForSleepers(2)
    draining.cancel()
    #expect(await draining.value == false)
    call.cancel()
    _ = await call.result
    #expect(await client.drain(within: .zero))
  }

  @Test func `a call counts from its start, before its task runs`() async throws {
    let (client, stub) = client([.respond(.text("ok"))])
    client.send(request, on: .immediate) { _ in }
    #expect(await client.drain(within: .seconds(30)))
    #expect(stub.requests.count == 1)
  }

  // MARK: Requests

  @Test func `the standard fields say who sends and what is understood`() async throws {
    let (plain, stub) = client([.respond(.text("ok"))])
    _ = try await plain.send(request)
    let headers = try #require(stub.requests.first).headers
    #expect(headers["User-Agent"] == "swift-resource-request/\(SDKVersion.current)")
    #expect(headers["Accept"] == "*/*")
    #expect(headers.names == ["User-Agent", "Accept"])
    let (named, _) = client([], ClientOptions(userAgent: "app/2"), acceptedEncodings: "gzip, br")
    let resolved = try named.resolve(request)
    #expect(resolved.headers["User-Agent"] == "app/2 swift-resource-request/\(SDKVersion.current)")
    #expect(resolved.headers["Accept-Encoding"] == "gzip, br")
  }

  @Test func `resolving gives what would go out, and sends nothing`() throws {
    let options = ClientOptions(defaultParameters: [.constant("app", "x")])
    let (client, stub) = client([], options)
    let resolved = try client.resolve(ResourceRequest("http://h.example/a?b=1"))
    #expect(resolved.url.string == "http://h.example/a?b=1&app=x")
    #expect(stub.requests.isEmpty)
    #expect(throws: ResourceError.self) { try client.resolve(ResourceRequest("/a")) }
  }

  @Test func `the client's own middleware sees each hop, before a credential is on it`() async throws {
    final class Watch: Middleware {
      let seen = Lock<[ResolvedRequest]>([])
      func send(
        _ request: ResolvedRequest,
        context: CallContext,
        next: Next
      ) async throws -> TransportResponse {
        seen.withLock { $0.append(request) }
        return try await next(request, context: context)
      }
    }
    let watch = Watch()
    let stub = StubTransport(script: [.respond(.status(302, headers: ["Location": "/b"])), .respond(.text("ok"))])
    let service = BackendService(name: "s", baseURL: try ResourceURL("http://h.example/"), credential: .bearer("t"))
    let client = ResourceClient(
      configuration: ResourceConfiguration(services: [service]),
      transport: stub,
      options: ClientOptions(middleware: [watch])
    )
    _ = try await client.send(ResourceRequest("a", service: "s"))
    #expect(watch.seen.withLock { $0.map(\.url.path) } == ["/a", "/b"])
    #expect(watch.seen.withLock { $0.allSatisfy { !$0.headers.contains("Authorization") } })
    #expect(stub.requests.allSatisfy { $0.headers["Authorization"] == "Bearer t" })
  }
}
