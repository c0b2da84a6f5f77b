// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Chunks of bytes on their way to one reader, no more at once than a window holds.
///
/// Each side may be a task, which is suspended while there is nothing for it to do, or an event loop, which is told when
/// there is again: a loop's side never waits. Several tasks may write: their chunks go in the order in which they came.
/// One may wait to read: another is refused.
package final class BytePipe: Sendable {
  /// What a reader finds that does not wait.
  package enum Poll: Sendable {
    case chunk(Data)
    /// Nothing yet; the reader will be told.
    case nothing
    case end
    case failure(any Error)
  }

  private typealias Reader = CheckedContinuation<Data?, any Error>
  private typealias Writer = CheckedContinuation<Void, any Error>

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
    var reader: (ticket: UInt64, continuation: Reader)?
    /// In the order in which they came.
    var writers: [(ticket: UInt64, continuation: Writer)] = []
    var lastTicket: UInt64 = 0
    /// Whose reading is not to wait any more.
    var dismissed: UInt64?
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

    mutating func makeTicket() -> UInt64 {
      lastTicket &+= 1
      return lastTicket
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
  /// - Throws: ``ClosedPipe`` where nobody reads any more, ``FinishedPipe`` after the end, or `CancellationError`.
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
  /// - Returns: whether there is room for more; where not, the loop is told when there is. `true` also where nobody reads
  ///   any more.
  package func offer(_ chunk: Data) -> Bool {
    guard let ticket = try? put(chunk), ticket > 0 else { return true }
    return state.withLock { state in
      guard state.bytes >= window, !state.isClosed else { return true }
      state.loopWrites = true
      return false
    }
  }

  /// Whether a loop was told that there is no room, and not yet that there is again.
  package var isFull: Bool { state.withLock { $0.loopWrites } }

  /// Ends the pipe, after what was written; once it has an end, it keeps that.
  package func finish(_ end: Result<Void, any Error> = .success(())) {
    let (reader, wakes, end) = state.withLock { state in
      let end = state.end ?? end
      state.end = end
      defer { state.loopReads = false }
      return (state.takeReader(), state.loopReads, end)
    }
    switch end {
    case .success: reader?.resume(returning: nil)
    case .failure(let error): reader?.resume(throwing: error)
    }
    if wakes { wakeLoop() }
  }

  /// Hands a chunk to the reader, or keeps it for one.
  ///
  /// - Returns: where there is no room for another, a ticket to wait with.
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

  /// The next chunk, when there is one; `nil` at the end.
  ///
  /// - Parameter reading: a ticket from ``makeTicket()``, for a reader who may be dismissed.
  /// - Returns: the chunk.
  /// - Throws: what the pipe was ended with; ``BusyPipe`` where another reader waits; ``Dismissed``; or
  ///   `CancellationError`; a cancelled reader closes the pipe.
  package func next(_ reading: UInt64 = 0) async throws -> Data? {
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
          if let end = state.end { return end.map { nil } }
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

  /// A ticket for a reader who may be dismissed.
  package func makeTicket() -> UInt64 { state.withLock { $0.makeTicket() } }

  /// Lets the reader with a ticket wait no longer; the pipe goes on.
  package func dismiss(_ reading: UInt64) {
    let reader: Reader? = state.withLock { state in
      state.dismissed = reading
      return state.reader?.ticket == reading ? state.takeReader() : nil
    }
    reader?.resume(throwing: Dismissed())
  }

  /// The next chunk, if there is one now; where there is none, the loop is told when there is.
  package func poll() -> Poll { poll(asLoop: true) }

  /// The next chunk, if there is one now.
  package func take() -> Poll { poll(asLoop: false) }

  private func poll(asLoop: Bool) -> Poll {
    let (result, writers, wakes) = state.withLock { state in
      let result: Poll
      if let chunk = state.take() {
        result = .chunk(chunk)
      } else if let end = state.end {
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

  /// Says that nobody reads any more: what waits is dropped, and whoever waits is told.
  package func close() {
    let (reader, writers, isFirst) = state.withLock { state in
      let isFirst = !state.isClosed
      state.isClosed = true
      state.chunks = []
      state.gone = 0
      state.bytes = 0
      state.loopReads = false
      state.loopWrites = false
      return (state.takeReader(), state.takeWriters(), isFirst)
    }
    reader?.resume(throwing: CancellationError())
    for writer in writers { writer.resume(throwing: ClosedPipe()) }
    if isFirst { onClose() }
  }

  /// Nobody reads what is written.
  package struct ClosedPipe: Error {
    package init() {}
  }

  /// The end has been written already.
  package struct FinishedPipe: Error {}

  /// Somebody else waits to read.
  package struct BusyPipe: Error {}

  /// The reader was told to wait no longer.
  package struct Dismissed: Error {}
}
