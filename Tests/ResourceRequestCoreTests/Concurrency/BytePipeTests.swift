// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

@testable import ResourceRequestCore

struct BytePipeTests {
  @Test func `what is written comes out in order, and then the end`() async throws {
    let pipe = BytePipe(window: 10)
    async let written: Void = write(1000, to: pipe)
    var next = 0
    while let chunk = try await pipe.next() {
      #expect(chunk == BytePipeTests.chunk(next))
      next += 1
    }
    try await written
    #expect(next == 1000)
  }

  @Test func `a writer waits while the window is full`() async throws {
    let pipe = BytePipe(window: 4)
    let written = Lock(0)
    let writer = Task {
      for _ in 0..<3 {
        try await pipe.write(Data([1, 2, 3, 4]))
        written.withLock { $0 += 1 }
      }
      pipe.finish()
    }
    var total = 0
    while let chunk = try await pipe.next() {
      total += chunk.count
      // At most one window more than was read.
      #expect(written.withLock { $0 } * 4 <= total + 4)
    }
    try await writer.value
    #expect(total == 12)
  }

  @Test func `a reader that is cancelled gets nothing more, whatever is there`() async throws {
    let closed = Lock(false)
    let pipe = BytePipe(window: 100, onClose: { closed.withLock { $0 = true } })
    for _ in 0..<3 { _ = pipe.offer(Data([1])) }
    let reader = Task {
      #expect(try await pipe.next() == Data([1]))
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await pipe.next()
    }
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(closed.withLock { $0 })
  }

  @Test func `a cancelled reader of a stream gets neither what was read ahead nor what is decoded`() async throws {
    let body = try #require(Data(base64Encoded: "H4sIAAAAAAACA0tMSgYAwkEkNQMAAAA="))
    for isCoded in [false, true] {
      let ended = Lock(false)
      let end = { @Sendable in ended.withLock { $0 = true } }
      let stream =
        isCoded
        ? IncomingStream(
          window: 1000,
          decoder: ContentDecoder(["gzip"], expansionLimit: 1000),
          whenRoom: {},
          whenCancelled: end
        ) : IncomingStream(window: 1000, decoder: nil, whenRoom: {}, whenCancelled: end)
      _ = stream.writer.write(body)
      stream.writer.finish(IncomingStream.End())
      let start = await stream.start(upTo: 1000, within: nil, SystemClock())
      #expect(start.isWhole && start.bytes == (isCoded ? Data("abc".utf8) : body))
      let reader = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await stream.next()
      }
      await #expect(throws: CancellationError.self) { try await reader.value }
      #expect(ended.withLock { $0 })
    }
  }

  @Test func `a writing loop is resumed once half of the window is free`() async throws {
    let wakes = Lock(0)
    let pipe = BytePipe(window: 4, wakeLoop: { wakes.withLock { $0 += 1 } })
    #expect(pipe.offer(Data([1, 2])))
    #expect(!pipe.offer(Data([3, 4])))
    #expect(pipe.isFull)
    #expect(wakes.withLock { $0 } == 0)
    _ = try await pipe.next()
    #expect(wakes.withLock { $0 } == 1)
    #expect(!pipe.isFull)
  }

  @Test func `a reading loop is resumed when there are bytes, and finds the end`() async throws {
    let wakes = Lock(0)
    let pipe = BytePipe(window: 4, wakeLoop: { wakes.withLock { $0 += 1 } })
    guard case .nothing = pipe.poll() else { return #expect(Bool(false), "an empty pipe gave something") }
    try await pipe.write(Data([1]))
    #expect(wakes.withLock { $0 } == 1)
    guard case .chunk(Data([1])) = pipe.poll() else { return #expect(Bool(false), "the chunk did not come") }
    guard case .nothing = pipe.poll() else { return #expect(Bool(false), "an empty pipe gave something") }
    pipe.finish()
    #expect(wakes.withLock { $0 } == 2)
    guard case .end = pipe.poll() else { return #expect(Bool(false), "the end did not come") }
  }

  @Test func `what was written before a failure still comes out`() async throws {
    let pipe = BytePipe(window: 100)
    try await pipe.write(Data([1]))
    pipe.finish(.failure(Broken()))
    #expect(try await pipe.next() == Data([1]))
    await #expect(throws: Broken.self) { try await pipe.next() }
  }

  @Test func `a reader that goes ends its writer, and tells once`() async throws {
    let closings = Lock(0)
    let pipe = BytePipe(window: 1, onClose: { closings.withLock { $0 += 1 } })
    let writer = Task { try await write(10, to: pipe) }
    _ = try await pipe.next()
    pipe.close()
    pipe.close()
    await #expect(throws: BytePipe.ClosedPipe.self) { try await writer.value }
    #expect(closings.withLock { $0 } == 1)
  }

  @Test func `a cancelled reader closes the pipe`() async throws {
    let closed = Lock(false)
    let pipe = BytePipe(window: 1, onClose: { closed.withLock { $0 = true } })
    let reader = Task { try await pipe.next() }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(closed.withLock { $0 })
  }

  @Test func `a cancelled writer stops waiting, and what it wrote stays`() async throws {
    let pipe = BytePipe(window: 1)
    let writer = Task { try await pipe.write(Data([7])) }
    writer.cancel()
    _ = await writer.result
    #expect(try await pipe.next() == Data([7]))
  }

  @Test func `many concurrent pipes lose nothing and block nobody`() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for window in 1...200 {
        group.addTask {
          let pipe = BytePipe(window: window)
          let writer = Task { try await write(100, to: pipe) }
          var count = 0
          while let chunk = try await pipe.next() { count += chunk.count }
          try await writer.value
          return count
        }
      }
      let expected = (0..<100).map { BytePipeTests.chunk($0).count }.reduce(0, +)
      for try await count in group { #expect(count == expected) }
    }
  }

  private static func chunk(_ number: Int) -> Data {
    Data(repeating: UInt8(truncatingIfNeeded: number), count: number % 7 + 1)
  }

  private func write(_ count: Int, to pipe: BytePipe) async throws {
    for number in 0..<count { try await pipe.write(BytePipeTests.chunk(number)) }
    pipe.finish()
  }

  private struct Broken: Error {}
}
