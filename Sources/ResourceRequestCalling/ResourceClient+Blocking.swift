// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension ResourceClient {
  /// Sends a request and blocks the calling thread until the response arrives: for scripts and code that cannot await.
  ///
  /// The call's work runs on the blocked thread, so any number of calls may block at once, on the threads of Swift's
  /// pool too. It returns at the latest half a second after the call's total timeout, even if something keeps the call
  /// from ending.
  ///
  /// - Throws: ``ResourceError``; with the code `wouldBlock` on a thread that the transport needs to deliver the
  ///   response.
  @available(*, noasync, message: "await send(_:) instead; a blocked thread of Swift's pool stalls other tasks")
  public func sendAndWait(_ request: ResourceRequest) throws -> ResourceResponse {
    guard !transport.capabilities.needsCurrentThread else {
      throw ResourceError(
        code: .wouldBlock,
        message: "this thread delivers the responses and must not block; call from another thread, or await send(_:)",
        request: request.summary
      )
    }
    let routed = Lock<CallContext?>(nil)
    var call = CallOptions()
    call.whenRouted = { context in routed.withLock { $0 = context } }
    let outcome = WaitingThread().wait { [call] () -> Result<ResourceResponse, any Error> in
      do { return .success(try await self.send(request, call)) } catch { return .failure(error) }
    } remaining: {
      // A call that ends at its deadline by itself has more to say.
      routed.withLock { $0 }.flatMap { context in
        context.deadline.map { context.clock.now.duration(to: $0) + .milliseconds(500) }
      }
    }
    guard let outcome else {
      throw ResourceError(
        code: .deadlineExceeded,
        message: "the call's deadline passed, and the call did not end by itself",
        request: request.summary,
        mayHaveExecuted: true
      )
    }
    return try outcome.get()
  }
}
