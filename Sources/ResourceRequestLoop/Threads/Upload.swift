// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// A body that is made while it is sent, on its way from the task that makes it to the loop.
package final class Upload: Sendable {
  /// Its chunks.
  package let pipe: BytePipe
  /// The fields that follow it; put here before the pipe is ended.
  package let trailers = Lock(Headers())
  /// Ends the wait of the producer, where it has one.
  private let signal: AsyncStream<Never>.Continuation?

  private init(_ pipe: BytePipe, _ signal: AsyncStream<Never>.Continuation?) {
    (self.pipe, self.signal) = (pipe, signal)
  }

  /// Starts to produce a body that is produced while it is sent, a window ahead of the connection.
  ///
  /// - Parameters:
  ///   - body: the body; `nil` and one in memory need no producer.
  ///   - trailers: the fields that follow it.
  ///   - waits: whether it is produced from ``begin()`` on only: who asks first may be refused before a byte of it is read.
  ///   - wakeLoop: called when a loop that found nothing can take the next chunk.
  /// - Returns: the body on its way to the loop; `nil` if nothing has to be produced.
  package static func start(
    _ body: OutgoingBody?,
    _ trailers: RequestTrailers?,
    waits: Bool = false,
    wakeLoop: @escaping @Sendable () -> Void
  ) -> Upload? {
    guard let body, body.bytes == nil else { return nil }
    _ = HeapThreshold.raised
    let feeder = Lock<Task<Void, Never>?>(nil)
    let pipe = BytePipe(window: 256 << 10, wakeLoop: wakeLoop) {
      feeder.withLock { $0 }?.cancel()
    }
    let wait = waits ? AsyncStream.makeStream(of: Never.self) : nil
    let upload = Upload(pipe, wait?.continuation)
    feeder.withLock { feeder in
      feeder = Task(executorPreference: WaitingThread.current) {
        do {
          if let wait { for await _ in wait.stream {} }
          // Who was refused meanwhile must not take a body that can be read once.
          try Task.checkCancellation()
          for try await chunk in try await body.chunks() { try await pipe.write(chunk) }
          // Chunks may end because their reader was cancelled.
          try Task.checkCancellation()
          if let fields = try await trailers?.fields() { upload.trailers.withLock { $0 = fields } }
          pipe.finish()
        } catch {
          pipe.finish(.failure(error))
        }
      }
    }
    return upload
  }

  /// Starts to produce the body, unless that was done.
  package func begin() { signal?.finish() }

  /// Waits for the end of a body that was announced as empty, whose bytes libcurl would never request.
  ///
  /// - Throws: ``TransportFailure`` if it is not empty, or at the call's deadline; or `CancellationError`.
  package func confirmEnd(_ context: CallContext) async throws {
    begin()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [pipe] in
        do {
          while try await pipe.next() != nil {}
        } catch {
          throw Task.isCancelled ? CancellationError() : TransportFailure(ofBody: error, phase: .queued)
        }
      }
      if let deadline = context.deadline {
        group.addTask {
          try await context.clock.sleep(until: deadline)
          let message = "the call's deadline passed while its body was awaited"
          throw TransportFailure(code: .deadlineExceeded, message: message, phase: .queued)
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

}

extension Attempt.Phase {
  /// When something came in an exchange that had got so far, as the end of a sentence.
  package var inWords: String {
    switch self {
    case .queued: "while it waited for its turn"
    case .connecting: "while it was connecting"
    case .sent: "before the response came"
    case .receiving: "while the response was coming in"
    }
  }
}
