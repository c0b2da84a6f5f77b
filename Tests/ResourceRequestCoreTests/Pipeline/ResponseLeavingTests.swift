// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// What happens to a streamed body when the call continues after its response, or may continue.
@Suite(.timeLimit(.minutes(5)))
struct ResponseLeavingTests {
  /// A response whose body is a stream, and whether its exchange was cancelled.
  private struct Streamed {
    let response: TransportResponse
    let writer: IncomingStream.Writer
    let isCancelled: Lock<Bool>

    init(_ headers: Headers = Headers()) {
      let cancelled = Lock(false)
      let (stream, writer) = IncomingStream.makeStream(
        window: 1 << 20,
        whenCancelled: { cancelled.withLock { $0 = true } }
      )
      response = TransportResponse(status: 302, headers: headers, body: IncomingBody(stream))
      self.writer = writer
      isCancelled = cancelled
    }

    var wasCancelled: Bool { isCancelled.withLock(\.self) }
  }

  private let context = CallContext()

  @Test func `a small rest is read, so that the connection is kept`() async throws {
    let streamed = Streamed()
    _ = streamed.writer.write(Data("moved".utf8))
    streamed.writer.finish(IncomingStream.End(trailers: ["X": "1"], metrics: ExchangeMetrics(total: .seconds(3))))
    let left = await streamed.response.left(context)
    #expect(left.body.bytes == Data("moved".utf8))
    #expect(left.trailers == ["X": "1"])
    #expect(left.metrics.total == .seconds(3))
    #expect(!streamed.wasCancelled)
  }

  @Test(arguments: ["65537", "99999999999"]) func `one that is announced as large is cancelled unread`(length: String)
    async throws
  {
    let streamed = Streamed(["Content-Length": length])
    let left = await streamed.response.left(context)
    #expect(left.body.bytes.isEmpty && left.body.stream == nil)
    #expect(streamed.wasCancelled)
  }

  @Test func `so is one that turns out to be large`() async throws {
    let streamed = Streamed()
    _ = streamed.writer.write(Data(count: 64 << 10))
    _ = streamed.writer.write(Data(count: 1))
    streamed.writer.finish(IncomingStream.End())
    #expect(await streamed.response.left(context).body.bytes.isEmpty)
    #expect(streamed.wasCancelled)
  }

  @Test func `so is one that does not come soon`() async throws {
    let clock = ManualClock()
    let streamed = Streamed()
    _ = streamed.writer.write(Data("mov".utf8))
    let context = CallContext(environment: RequestEnvironment(clock: clock))
    async let left = streamed.response.left(context)
    try await clock.waitForSleepers()
    clock.advance(by: .milliseconds(250))
    #expect(await left.body.bytes.isEmpty)
    #expect(streamed.wasCancelled)
  }

  @Test func `a body that is shown stays to be read`() async throws {
    let streamed = Streamed(["Content-Length": "5"])
    _ = streamed.writer.write(Data("login".utf8))
    streamed.writer.finish(IncomingStream.End())
    let shown = try await streamed.response.shown(context)
    #expect(shown.body.bytes == Data("login".utf8))
    #expect(try await streamed.response.body.stream?.next() == Data("login".utf8))
  }

  @Test func `events are shown as far as they came with the head`() async throws {
    let streamed = Streamed(["Content-Type": "text/event-stream; charset=utf-8"])
    let clock = ManualClock()
    async let shown = streamed.response.shown(CallContext(environment: RequestEnvironment(clock: clock)))
    // This does not wait, so the clock need not advance.
    #expect(try await shown.body.bytes.isEmpty)
  }

  @Test func `settling leaves what broke the stream to its reader`() async throws {
    let streamed = Streamed()
    streamed.writer.fail(TransportFailure(code: .connectionClosed, message: "it broke", phase: .receiving))
    try await streamed.response.settled(context)
    let failure = await #expect(throws: TransportFailure.self) { try await streamed.response.whole(upTo: 5) }
    #expect(failure?.code == .connectionClosed)
  }

  @Test func `a whole body has a limit`() async throws {
    let streamed = Streamed()
    _ = streamed.writer.write(Data("12345".utf8))
    _ = streamed.writer.write(Data("6".utf8))
    streamed.writer.finish(IncomingStream.End())
    let failure = await #expect(throws: TransportFailure.self) { try await streamed.response.whole(upTo: 5) }
    #expect(failure?.code == .bodyTooLarge)
    #expect(streamed.wasCancelled)
  }
}
