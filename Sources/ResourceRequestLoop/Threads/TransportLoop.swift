// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// A thread with the connections of a transport, as seen by other threads.
///
/// The thread ends after the last reference is released.
package final class TransportLoop: TaskExecutor {
  package let mailbox: Mailbox
  /// The number of its open connections.
  let connections: ConnectionGauge

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - body: takes over the reference to the core, and runs it.
  ///   - make: makes the core, which only that thread touches.
  /// - Throws: ``LoopFailure`` if the system provides none.
  package init(
    _ body: DetachedThread.Body,
    _ make: (Mailbox) throws -> (core: AnyObject, connections: ConnectionGauge)
  ) throws {
    mailbox = try Mailbox()
    let core: AnyObject
    (core, connections) = try make(mailbox)
    let passed = Unmanaged.passRetained(core)
    let number = DetachedThread.start(body, with: passed.toOpaque())
    guard number == 0 else {
      passed.release()
      throw LoopFailure(step: "a thread", number: number)
    }
  }

  deinit {
    mailbox.close()
  }

  /// Sends a request and waits for its response: one suspension.
  package func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    let ticket = Ticket()
    if request.body?.length == 0, request.trailers == nil { try await confirmEnd(of: request, ticket, context) }
    defer { ticket.takeOver() }
    return try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { submit(request, context, ticket, $0) }
    } onCancel: {
      // The mark first: a cancellation may overtake the submission.
      ticket.markCancelled()
      mailbox.cancel(ticket)
    }
  }

  // Never inlined, nor what follows: what they need would be in the frame of every call that waits.
  @inline(never)
  private func confirmEnd(of request: ResolvedRequest, _ ticket: Ticket, _ context: CallContext) async throws {
    try await upload(of: request, ticket)?.confirmEnd(context)
  }

  private func upload(of request: ResolvedRequest, _ ticket: Ticket) -> Upload? {
    let waits = request.options.expectContinue != nil
    return Upload.start(request.body, request.trailers, waits: waits) { [mailbox] in mailbox.resume(ticket) }
  }

  @inline(never)
  private func submit(
    _ request: ResolvedRequest,
    _ context: CallContext,
    _ ticket: Ticket,
    _ continuation: UnsafeContinuation<TransportResponse, any Error>
  ) {
    var request = request
    // A middleware may have set either; the router opens such a body itself.
    if request.trailers != nil, let body = request.body, body.bytes != nil { request.body = body.ofUnknownLength }
    // Of an empty body the end has been confirmed.
    let isEmpty = request.body?.length == 0 && request.trailers == nil
    let upload = isEmpty ? nil : upload(of: request, ticket)
    mailbox.submit(
      Submission(
        request: request,
        context: context,
        ticket: ticket,
        upload: upload,
        continuation: continuation,
        resumesAtOnce: mailbox.isCurrentThread || WaitingThread.current != nil
      )
    )
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    mailbox.enqueue(UnownedJob(job), for: asUnownedTaskExecutor())
  }
}
