// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// A bounded pipe of byte chunks with one reader: at most a window of bytes is buffered.
///
/// Each side is a task, which is suspended, or an event loop, which is notified and never waits. Several tasks may
/// write: their chunks keep the order of the calls. One task may wait to read; another is refused.
package final class BytePipe: Sendable {
  /// The result for a reader that does not wait.
  package enum Poll: Sendable {
    case chunk(Data)
    /// Nothing yet; the reader will be notified.
    case nothing
    case end
    case failure(any Error)
  }

  private typealias Reader = CheckedContinuation<Data?, any Error>
  private typealias Writer = CheckedContinuation<Void, any Error>

  /// Invariants: the code that takes a continuation out resumes it.
  ///
  /// Bytes wait or the reader does, never both. Once `isClosed` nothing waits.
  private struct State {
    var chunks: [Data] = []
    /// Chunks at the front that have been taken.
    var gone = 0
    var bytes = 0
    var end: Result<Void, any Error>?
    /// Whether the reader knows of the end.
    var isEndTaken = false
    var isClosed = false
    var reader: (ticket: UInt64, continuation: Reader)?
    /// The waiting writers, in order.
    var writers: [(ticket: UInt64, continuation: Writer)] = []
    var lastTicket: UInt64 = 0
    /// The reader that must stop waiting.
    var dismissed: UInt64?
    /// A loop's side found nothing and must be notified.
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
      } else if gone >= 64, gone * 2 >= chunks.count {
        // A reader that stays behind never empties it.
        chunks.removeFirst(gone)
        gone = 0
      }
      return chunk
    }

    mutating func makeTicket() -> UInt64 {
      lastTicket &+= 1
      return lastTicket
    }

    mutating func takeEnd() -> Result<Void, any Error>? {
      isEndTaken = end != nil
      return end
    }

    mutating func takeReader() -> Reader? {
      defer { reader = nil }
      return reader?.continuation
    }

    mutating func takeWriters() -> [Writer] {
      guard !writers.isEmpty else { return [] }
      defer { writers = [] }
      return writers.map(\.continuation)
    }
  }

  private let state = Lock(State())
  private let window: Int
  private let wakeLoop: @Sendable () -> Void
  private let onClose: @Sendable () -> Void

  /// Creates a pipe.
  ///
  /// - Parameters:
  ///   - window: how many bytes are buffered before the writer must wait. One chunk is always accepted.
  ///   - wakeLoop: notifies the side that is a loop.
  ///   - onClose: tells the writer that the reader is gone.
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

  /// Writes a chunk, and suspends until there is room for another.
  ///
  /// - Throws: ``ClosedPipe`` if the reader is gone, ``FinishedPipe`` after the end, or `CancellationError`.
  package func write(_ chunk: Data) async throws {
    guard let ticket = try put(chunk) else { return }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          if state.isClosed { return .failure(ClosedPipe()) }
          guard state.bytes >= window else { return .success(()) }
          state.writers.append((ticket, continuation))
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      let own: Writer? = state.withLock { state in
        guard let place = state.writers.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return state.writers.remove(at: place).continuation
      }
      own?.resume(throwing: CancellationError())
    }
  }

  /// Writes a chunk without waiting.
  ///
  /// - Returns: whether there is room for more; if not, the loop is notified when there is. Also `true` if the reader
  ///   is gone.
  package func offer(_ chunk: Data) -> Bool {
    guard let ticket = try? put(chunk), ticket > 0 else { return true }
    return state.withLock { state in
      guard state.bytes >= window, !state.isClosed else { return true }
      state.loopWrites = true
      return false
    }
  }

  /// Whether a loop was told to pause and has not been told to continue.
  package var isFull: Bool { state.withLock { $0.loopWrites } }

  /// Ends the pipe, after all written chunks; the first end stays.
  package func finish(_ end: Result<Void, any Error> = .success(())) {
    let (reader, wakes, end) = state.withLock { state in
      let end = state.end ?? end
      state.end = end
      if state.reader != nil { state.isEndTaken = true }
      defer { state.loopReads = false }
      return (state.takeReader(), state.loopReads, end)
    }
    switch end {
    case .success: reader?.resume(returning: nil)
    case .failure(let error): reader?.resume(throwing: error)
    }
    if wakes { wakeLoop() }
  }

  /// Passes a chunk to the reader, or keeps it.
  ///
  /// - Returns: a ticket to wait with, if there is no room for another chunk.
  private func put(_ chunk: Data) throws -> UInt64? {
    let (reader, wakes, ticket) = try state.withLock { state in
      guard state.end == nil else { throw FinishedPipe() }
      guard !state.isClosed else { throw ClosedPipe() }
      guard !chunk.isEmpty else { return (nil, false, nil) as (Reader?, Bool, UInt64?) }
      if let reader = state.takeReader() { return (reader, false, nil) }
      state.chunks.append(chunk)
      state.bytes += chunk.count
      defer { state.loopReads = false }
      return (nil, state.loopReads, state.bytes >= window ? state.makeTicket() : nil)
    }
    reader?.resume(returning: chunk)
    if wakes { wakeLoop() }
    return ticket
  }

  // MARK: Reading

  /// The next chunk; `nil` at the end.
  ///
  /// - Parameter reading: a ticket from ``makeTicket()``, for a reader that may be dismissed.
  /// - Returns: the chunk.
  /// - Throws: the error that the pipe ended with; ``BusyPipe`` if another reader waits; ``Dismissed``; or
  ///   `CancellationError`, in which case the pipe is closed.
  package func next(_ reading: UInt64 = 0) async throws -> Data? {
    // Bytes that are here would keep a reader that is slower than the writer from ever seeing it.
    if Task.isCancelled { close() }
    switch take() {
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
          if let end = state.takeEnd() { return end.map { nil } }
          if state.reader != nil { return .failure(BusyPipe()) }
          if state.dismissed == reading { return .failure(Dismissed()) }
          state.reader = (reading, continuation)
          return nil
        }
        if let now { continuation.resume(with: now) }
      }
    } onCancel: {
      close()
    }
  }

  /// Creates a ticket for a reader that may be dismissed.
  package func makeTicket() -> UInt64 { state.withLock { $0.makeTicket() } }

  /// Stops the waiting of the reader with a ticket; the pipe continues.
  package func dismiss(_ reading: UInt64) {
    let reader: Reader? = state.withLock { state in
      state.dismissed = reading
      return state.reader?.ticket == reading ? state.takeReader() : nil
    }
    reader?.resume(throwing: Dismissed())
  }

  /// The next chunk, if there is one; if not, the loop is notified when there is.
  package func poll() -> Poll { poll(asLoop: true) }

  /// The next chunk, if there is one.
  package func take() -> Poll { poll(asLoop: false) }

  private func poll(asLoop: Bool) -> Poll {
    let (result, writers, wakes) = state.withLock { state in
      let result: Poll
      if state.isClosed, !state.isEndTaken {
        // What was dropped is missing, even if the end was there.
        result = .failure(CancellationError())
      } else if let chunk = state.take() {
        result = .chunk(chunk)
      } else if let end = state.takeEnd() {
        if case .failure(let error) = end { result = .failure(error) } else { result = .end }
      } else {
        if asLoop { state.loopReads = true }
        result = .nothing
      }
      // There is room when half of the window is free, so that neither side is woken for every chunk.
      guard state.bytes <= window / 2 else { return (result, [], false) as (Poll, [Writer], Bool) }
      defer { state.loopWrites = false }
      return (result, state.takeWriters(), state.loopWrites)
    }
    for writer in writers { writer.resume() }
    if wakes { wakeLoop() }
    return result
  }

  /// Closes the reading side: buffered chunks are dropped, and waiting tasks are resumed.
  package func close() {
    let (reader, writers, isFirst, dropped) = state.withLock { state in
      let isFirst = !state.isClosed
      let dropped = state.chunks
      state.isClosed = true
      state.chunks = []
      state.gone = 0
      state.bytes = 0
      state.loopReads = false
      state.loopWrites = false
      return (state.takeReader(), state.takeWriters(), isFirst, dropped)
    }
    reader?.resume(throwing: CancellationError())
    for writer in writers { writer.resume(throwing: ClosedPipe()) }
    if isFirst { onClose() }
    // Released without the lock: the deallocator of a chunk is the program's.
    withExtendedLifetime(dropped) {}
  }

  /// The reader is gone.
  package struct ClosedPipe: Error {
    package init() {}
  }

  /// The pipe has been finished.
  package struct FinishedPipe: Error {}

  /// Another task waits to read.
  package struct BusyPipe: Error {}

  /// The reader was dismissed.
  package struct Dismissed: Error {}
}
