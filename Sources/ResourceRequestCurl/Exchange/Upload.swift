// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import ResourceRequestCore

  /// A body that is made while it is sent, on its way from the task that makes it to the loop.
  final class Upload: Sendable {
    /// Its chunks.
    let pipe: BytePipe
    /// The fields that follow it; put here before the pipe is ended.
    let trailers = Lock(Headers())

    init(_ pipe: BytePipe) { self.pipe = pipe }

    /// Waits for the end of a body that was announced as empty, whose bytes libcurl would never request.
    ///
    /// - Throws: ``TransportFailure`` if it is not empty, or at the call's deadline; or `CancellationError`.
    func confirmEnd(_ context: CallContext) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { [pipe] in
          do {
            while try await pipe.next() != nil {}
          } catch {
            throw Task.isCancelled ? CancellationError() : Upload.failure(error, phase: .queued)
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

    /// The failure for a body that could not be produced.
    static func failure(_ error: any Error, phase: Attempt.Phase) -> TransportFailure {
      guard let error = error as? ResourceError else {
        return TransportFailure(
          code: .invalidBody,
          message: "the body could not be produced: \(error)",
          phase: phase,
          cause: error
        )
      }
      return TransportFailure(code: error.code, message: error.message, phase: phase, cause: error.cause)
    }
  }
#endif
