// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bodies that can be read only once, in requests that are sent again.
struct ReplayedBodyTests {
  private func send(_ keys: String, _ body: OutgoingBody) async throws -> (StubTransport, TransportResponse) {
    let stub = StubTransport(script: [.respond(.status(503)), .respond(.text("ok"))])
    let configuration = try ResourceConfiguration(
      json: #"{"backendServices":[{"service":"s","baseUrl":"https://s.example"\#(keys)}]}"#
    )
    let router = Router(configuration, standardHeaders: Headers())
    let plan = try #require(router.destinations.first { $0.service == "s" }).plan
    let state = ResilienceState(plan, seed: 0)
    let middleware: any Middleware =
      plan.configured.hedge == nil ? RetryMiddleware(state: state) : HedgeMiddleware(state: state)
    let request = ResolvedRequest(method: .put, url: try ResourceURL("https://s.example/x"), body: body)
    let context = CallContext(environment: RequestEnvironment(randomBits: { 0 }))
    return (stub, try await Pipeline([middleware], transport: stub).send(request, context: context))
  }

  /// A body that can be read once.
  private func once(_ text: String, length: Int? = nil) -> OutgoingBody {
    OutgoingBody(length: length, isReplayable: false) { chunkStream(text.utf8.map { Data([$0]) }) }
  }

  private let quick = #","retry":{"attempts":3,"backoff":{"base":"1ms","max":"1ms"},"replayBytes":5}"#

  @Test(arguments: [nil, 5])
  func `a small one is kept and sent again, whole`(length: Int?) async throws {
    let (stub, response) = try await send(quick, once("12345", length: length))
    #expect(response.status == 200)
    #expect(stub.requests.map { $0.body?.bytes } == [Data("12345".utf8), Data("12345".utf8)])
  }

  @Test(arguments: [nil, 6])
  func `a larger one is not sent again, neither whole nor empty, and the answer is the caller's`(
    length: Int?
  ) async throws {
    let (stub, response) = try await send(quick, once("123456", length: length))
    #expect(stub.requests.count == 1)
    #expect(response.status == 503)
  }

  @Test func `one that breaks off is not kept`() async throws {
    struct Broken: Error {}
    let body = OutgoingBody(length: nil, isReplayable: false) {
      AsyncThrowingStream<Data, any Error> { continuation in
        continuation.yield(Data([1]))
        continuation.finish(throwing: Broken())
      }
    }.kept(upTo: 10)
    await #expect(throws: Broken.self) { for try await _ in try await body.chunks() {} }
    #expect(!body.isReplayable)
    await #expect(throws: ResourceError.self) { _ = try await body.chunks() }
  }

  @Test func `a body that is being read is not hedged`() async throws {
    let (stub, response) = try await send(#","hedge":{"after":"1ms","maxExtraLoad":"100%"}"#, once("12345"))
    #expect(stub.requests.count == 1)
    #expect(response.status == 503)
  }
}
