// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestCore

/// A request as a task leaves it for the loop, and the continuation that its response resumes, exactly once.
///
/// A reference, since it changes hands several times between the task and the loop.
package final class Submission: Sendable {
  package let request: ResolvedRequest
  package let context: CallContext
  package let ticket: Ticket
  /// The source of a body that is produced while it is sent.
  package let upload: Upload?
  package let continuation: UnsafeContinuation<TransportResponse, any Error>
  /// Whether the loop resumes it itself: its task runs there, or on a thread that waits for nothing else.
  package let resumesAtOnce: Bool

  package init(
    request: ResolvedRequest,
    context: CallContext,
    ticket: Ticket,
    upload: Upload?,
    continuation: UnsafeContinuation<TransportResponse, any Error>,
    resumesAtOnce: Bool
  ) {
    self.request = request
    self.context = context
    self.ticket = ticket
    self.upload = upload
    self.continuation = continuation
    self.resumesAtOnce = resumesAtOnce
  }

  /// A stream for the body of the response, which its reader frees from the codings, and with which it cancels the exchange.
  package func stream(window: Int, _ codings: [String], _ mailbox: Mailbox) -> IncomingStream {
    let decoder = ContentDecoder(codings, expansionLimit: request.options.expansionLimit)
    return IncomingStream(window: window, decoder: decoder) { [ticket] in
      mailbox.resume(ticket)
    } whenCancelled: { [ticket] in
      ticket.markCancelled()
      mailbox.cancel(ticket)
    }
  }

  /// Lets the task go on, once.
  package func resume(with result: Result<TransportResponse, any Error>) {
    ticket.handOver()
    continuation.resume(with: result)
  }
}
