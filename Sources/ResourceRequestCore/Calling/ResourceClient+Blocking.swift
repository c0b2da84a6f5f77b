// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch

extension ResourceClient {
  /// Sends a request and blocks the calling thread until its answer is there: for scripts and code that cannot await.
  ///
  /// - Throws: ``ResourceError``; with the code `wouldBlock` on a thread that the transport needs to bring the answer.
  @available(*, noasync, message: "await send(_:) instead; a blocked thread of Swift's pool stalls other tasks")
  public func sendAndWait(_ request: ResourceRequest) throws -> ResourceResponse {
    guard !transport.needsCurrentThread else {
      throw ResourceError(
        code: .wouldBlock,
        message: "this thread brings the answers and must not wait for one; call from another, or await send(_:)",
        request: request.summary
      )
    }
    let outcome = Lock<Result<ResourceResponse, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    send(request, on: .immediate) { result in
      outcome.withLock { $0 = result }
      done.signal()
    }
    done.wait()
    // The completion is called exactly once, and stores before it signals.
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
