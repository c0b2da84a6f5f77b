// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Chunks of bytes on their way from one writer to one reader, no more at once than a window holds.
///
/// Each side may be a task, which is suspended while there is nothing for it to do, or an event loop, which is told when
/// there is again: a loop's side never waits.
package final class BytePipe: Sendable {
  /// What a reader finds that does not wait.
  package enum Poll: Sendable {
    case chunk(Data)
    /// Nothing yet; the reader will be told.
    case nothing
    case end
    case failure(any Error)
  }

  /// Invariants: a continuation is resumed by whoever takes it out.
  ///
  /// Bytes wait or the reader does, never both. Once `isClosed` nothing waits.
  private struct State {
    var chunks: [Data] = []
    /// Chunks at the front that are gone.
    var gone = 0
    var bytes = 0
    var end: Result<Void, any Error>?
    var isClosed = false
    var reader: CheckedContinuation<Data?, any Error>?
    var writer: CheckedContinuation<Void, any Error>?
    /// A loop's side found nothing to do and wants to be told.
    var loopReads = false
    var loopWrites = false

    mutating func take() -> Data? {
      guard gone < chunks.count else { return nil }
      let chunk = chunks[gone]
      chunks[gone] = Data()
      gone += 1
      bytes -= chunk.count
      if gone == chunks.count {
        chunks.removeAll(keepingCapacity: true)
        gone = 0
      }
      return chunk
    }
  }

  private let state = Lock(State())
  private let window: Int
  private let wakeLoop: @Sendable () -> Void
  private let onClose: @Sendable () -> Void

  /// A pipe.
  ///
  /// - Parameters:
  ///   - window: how many bytes may wait before the writer does. One chunk always may.
  ///   - wakeLoop: tells the side that is a loop that there is something to do.
  ///   - onClose: tells the writer that nobody reads any more.
  package init(
    window: Int,
    wakeLoop: @escaping @Sendable () -> Void = {},
    onClose: @escaping @Sendable () -> Void = {}
  ) {
    self.window = max(1, window)
    self.wakeLoop = wakeLoop
    self.onClose = onClose
  }

  // MARK: Writing

  /// Writes a chunk, and waits until there is room for another.
  ///
  /// - Throws: ``ClosedPipe`` where nobody reads any more, or `CancellationError`.
  package func write(_ chunk: Data) async throws {
    let isFull = try put(chunk)
    guard isFull else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isClosed { return .failure(ClosedPipe()) }
          guard state.bytes >= window else { return .success(()) }
          state.writer = continuation
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      takeWriter()?.resume(throwing: CancellationError())
    }
  }

  /// Writes a chunk without waiting.
  ///
  /// - Returns: whether there is room for more; where not, the loop is told when there is. `true` also where nobody reads
  ///   any more.
  package func offer(_ chunk: Data) -> Bool {
    guard let isFull = try? put(chunk), isFull else { return true }
    return state.withLock { state in
      guard state.bytes >= window, !state.isClosed else { return true }
      state.loopWrites = true
      return false
    }
  }

  /// Whether a loop was told that there is no room, and not yet that there is again.
  package var isFull: Bool { state.withLock { $0.loopWrites } }

  /// Ends the pipe, after what was written.
  package func finish(_ end: Result<Void, any Error> = .success(())) {
    let (reader, wakes) = state.withLock { state in
      if state.end == nil { state.end = end }
      defer {
        state.reader = nil
        state.loopReads = false
      }
      return (state.reader, state.loopReads)
    }
    switch end {
    case .success: reader?.resume(returning: nil)
    case .failure(let error): reader?.resume(throwing: error)
    }
    if wakes { wakeLoop() }
  }

  private func put(_ chunk: Data) throws -> Bool {
    guard !chunk.isEmpty else { return false }
    let (reader, wakes, isFull) = try state.withLock { state in
      guard !state.isClosed else { throw ClosedPipe() }
      if let reader = state.reader {
        state.reader = nil
        return (reader, false, false) as (CheckedContinuation<Data?, any Error>?, Bool, Bool)
      }
      state.chunks.append(chunk)
      state.bytes += chunk.count
      defer { state.loopReads = false }
      return (nil, state.loopReads, state.bytes >= window)
    }
    reader?.resume(returning: chunk)
    if wakes { wakeLoop() }
    return isFull
  }

  private func takeWriter() -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      defer { state.writer = nil }
      return state.writer
    }
  }

  // MARK: Reading

  /// The next chunk, when there is one; `nil` at the end.
  ///
  /// - Throws: what the pipe was ended with, or `CancellationError`; a cancelled reader closes the pipe.
  package func next() async throws -> Data? {
    switch poll(asLoop: false) {
    case .chunk(let chunk): return chunk
    case .end: return nil
    case .failure(let error): throw error
    case .nothing: break
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now: Result<Data?, any Error>? = state.withLock { state in
          if Task.isCancelled || state.isClosed { return .failure(CancellationError()) }
          if let chunk = state.take() { return .success(chunk) }
          if let end = state.end { return end.map { nil } }
          state.reader = continuation
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      close()
    }
  }

  /// The next chunk, if there is one now; where there is none, the loop is told when there is.
  package func poll() -> Poll { poll(asLoop: true) }

  private func poll(asLoop: Bool) -> Poll {
    let (result, writer, wakes) = state.withLock { state in
      let result: Poll
      if let chunk = state.take() {
        result = .chunk(chunk)
      } else if let end = state.end {
        if case .failure(let error) = end { result = .failure(error) } else { result = .end }
      } else {
        state.loopReads = asLoop
        result = .nothing
      }
      // There is room when half of the window is free, so that neither side is woken for every chunk.
      guard state.bytes <= window / 2 else { return (result, nil, false) as Turn }
      defer {
        state.writer = nil
        state.loopWrites = false
      }
      return (result, state.writer, state.loopWrites)
    }
    writer?.resume()
    if wakes { wakeLoop() }
    return result
  }

  private typealias Turn = (Poll, CheckedContinuation<Void, any Error>?, Bool)

  /// Says that nobody reads any more: what waits is dropped, and whoever waits is told.
  package func close() {
    let (reader, writer, isFirst) = state.withLock { state in
      let isFirst = !state.isClosed
      state.isClosed = true
      state.chunks = []
      state.gone = 0
      state.bytes = 0
      defer {
        state.reader = nil
        state.writer = nil
        state.loopReads = false
        state.loopWrites = false
      }
      return (state.reader, state.writer, isFirst)
    }
    reader?.resume(throwing: CancellationError())
    writer?.resume(throwing: ClosedPipe())
    if isFirst { onClose() }
  }

  /// Nobody reads what is written.
  package struct ClosedPipe: Error {
    package init() {}
  }
}
