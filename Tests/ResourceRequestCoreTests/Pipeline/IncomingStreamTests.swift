// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import Testing

@testable import ResourceRequestCore

/// A body between the transport that writes it and its reader.
@Suite(.timeLimit(.minutes(5)))
struct IncomingStreamTests {
  private func data(_ text: String) -> Data { Data(text.utf8) }

  @Test func `what is written is read in order, then the end with its trailers`() async throws {
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    #expect(writer.write(data("a")))
    #expect(writer.write(data("b")))
    writer.finish(IncomingStream.End(trailers: ["X": "1"], metrics: ExchangeMetrics(total: .seconds(2))))
    #expect(try await stream.next() == data("a"))
    #expect(try await stream.next() == data("b"))
    #expect(try await stream.next() == nil)
    #expect(stream.end?.trailers == ["X": "1"])
    #expect(stream.end?.metrics.total == .seconds(2))
  }

  @Test func `a writer pauses when the window is full, and continues when half of it is free`() async throws {
    let room = Lock(0)
    let (stream, writer) = IncomingStream.makeStream(window: 4, whenRoom: { room.withLock { $0 += 1 } })
    #expect(writer.write(data("12")))
    #expect(!writer.isFull)
    #expect(!writer.write(data("34")))
    #expect(writer.isFull)
    #expect(room.withLock(\.self) == 0)
    _ = try await stream.next()
    #expect(!writer.isFull)
    #expect(room.withLock(\.self) == 1)
  }

  @Test func `an error comes after what was written before it, and there is no end then`() async throws {
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    _ = writer.write(data("half"))
    writer.fail(TransportFailure(code: .connectionClosed, message: "it broke", phase: .receiving))
    #expect(try await stream.next() == data("half"))
    let failure = await #expect(throws: TransportFailure.self) { try await stream.next() }
    #expect(failure?.code == .connectionClosed)
    #expect(stream.end == nil)
  }

  @Test func `bytes written after the end are dropped`() async throws {
    let (stream, writer) = IncomingStream.makeStream(window: 1)
    writer.finish(IncomingStream.End())
    #expect(writer.write(data("late")))
    #expect(try await stream.next() == nil)
  }

  @Test func `a writer does not keep the stream: with its reader the exchange goes`() async throws {
    let cancelled = Lock(0)
    func make() -> IncomingStream.Writer {
      let (stream, writer) = IncomingStream.makeStream(window: 1, whenCancelled: { cancelled.withLock { $0 += 1 } })
      withExtendedLifetime(stream) { #expect(cancelled.withLock(\.self) == 0) }
      return writer
    }
    let writer = make()
    #expect(cancelled.withLock(\.self) == 1)
    // Without a reader there is no back pressure.
    #expect(writer.write(data("more than the window")))
    #expect(!writer.isFull)
  }

  /// Shows chunks as they are, the end as a point, and what is dropped as an exclamation mark.
  private func tap(_ shown: Lock<String>) -> StreamTap {
    StreamTap(
      take: { chunk in shown.withLock { $0 += String(decoding: chunk, as: UTF8.self) } },
      end: { _ in shown.withLock { $0 += "." } },
      drop: { _ in shown.withLock { $0 += "!" } }
    )
  }

  @Test func `cancelling tells the transport once`() async throws {
    let cancelled = Lock(0)
    let (stream, _) = IncomingStream.makeStream(window: 1, whenCancelled: { cancelled.withLock { $0 += 1 } })
    stream.cancel()
    stream.cancel()
    #expect(cancelled.withLock(\.self) == 1)
    await #expect(throws: CancellationError.self) { try await stream.next() }
  }

  @Test func `a stream that is cancelled before its end was read has no end, though it was there`() async throws {
    let shown = Lock("")
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    stream.show(to: tap(shown))
    _ = writer.write(data("ab"))
    _ = writer.write(data("cd"))
    writer.finish(IncomingStream.End(trailers: Headers(), metrics: ExchangeMetrics()))
    #expect(try await stream.next() == data("ab"))
    stream.cancel()
    await #expect(throws: CancellationError.self) { try await stream.next() }
    #expect(shown.withLock(\.self) == "ab!")
  }

  @Test func `a stream that is cancelled after its end has ended`() async throws {
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    writer.finish(IncomingStream.End(trailers: Headers(), metrics: ExchangeMetrics()))
    #expect(try await stream.next() == nil)
    stream.cancel()
    #expect(try await stream.next() == nil)
  }

  @Test func `what is read ahead is read once more, and shown to a tap once`() async throws {
    let shown = Lock("")
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    stream.show(to: tap(shown))
    _ = writer.write(data("ab"))
    _ = writer.write(data("cd"))
    let start = await stream.start(upTo: 1, within: nil, SystemClock())
    #expect(start.bytes == data("ab") && !start.isWhole && start.failure == nil)
    writer.finish(IncomingStream.End())
    #expect(try await stream.next() == data("ab"))
    #expect(try await stream.next() == data("cd"))
    #expect(try await stream.next() == nil)
    #expect(shown.withLock(\.self) == "abcd.")
  }

  @Test func `reading ahead waits no longer than it is told, and the stream goes on`() async throws {
    let clock = ManualClock()
    let (stream, writer) = IncomingStream.makeStream(window: 100)
    async let start = stream.start(upTo: 10, within: .seconds(1), clock)
    try await clock.waitForSleepers()
    clock.advance(by: .seconds(1))
    let found = await start
    #expect(found.bytes.isEmpty && !found.isWhole && found.failure == nil)
    _ = writer.write(data("later"))
    #expect(try await stream.next() == data("later"))
  }
}
