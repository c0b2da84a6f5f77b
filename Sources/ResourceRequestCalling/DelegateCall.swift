// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform
import ResourceRequestStreaming
import ResourceRequestTransfer

/// One call and the delegate that receives its events.
struct DelegateCall: Sendable {
  let handle: RequestHandle
  let delegate: CalledDelegate
  let clock: any RequestClock

  /// Reports the bytes sent; runs beside the call, so it checks whether that has ended.
  private var uploadProgress: ProgressReporter {
    ProgressReporter { [delegate, handle] progress in delegate.call { $0.request(handle, didSend: progress) } }
      .reporting(to: delegate.queue, for: handle)
  }

  private var downloadProgress: ProgressReporter {
    ProgressReporter { [delegate, handle] progress in delegate.call { $0.request(handle, didReceive: progress) } }
      .reporting(to: delegate.queue, for: handle)
  }

  /// Watches a call: the bytes sent, and its redirects.
  func watch(_ call: inout CallOptions) {
    uploadProgress.watch(&call, by: clock)
    call.willFollow = { redirect in try await tell { $0.request(handle, didFollow: redirect) } }
  }

  /// Takes a response to its end.
  ///
  /// - Throws: the error that ends the call, with `CancellationError` if its delegate has.
  func take(_ answer: ResourceStream, of request: ResourceRequest, by client: ResourceClient) async throws {
    let disposition = try await tell { delegate in
      delegate.request(handle, didReceive: answer.head)
      return handle.isCancelled ? .cancel : delegate.request(handle, decideOn: answer.head)
    }
    switch disposition.kind {
    case .cancel:
      handle.cancel()
    case .stream:
      end { $0.request(handle, didBecome: answer) }
    case .download(let path):
      let file = try await client.save(answer, of: request, to: path, progress: downloadProgress)
      end { $0.request(handle, didFinishDownloading: file) }
    // Bytes that are left coded are no parts.
    case let kind where answer.isReplacing && !answer.head.isCoded:
      try await deliverParts(of: answer, keeps: kind == .allow)
    case let kind:
      try await deliver(answer, keeps: kind == .allow)
    }
  }

  private func deliver(_ answer: ResourceStream, keeps: Bool) async throws {
    var data = Data()
    var received = 0
    let headers = answer.head.headers
    let total = headers.isCoded ? nil : headers.contentLength
    var gate = ProgressGate(downloadProgress)
    for try await chunk in answer {
      if keeps { try keep(chunk, in: &data, answer) }
      received += chunk.count
      try await tell { $0.request(handle, didReceive: chunk) }
      gate.advance(to: TransferProgress(completed: received, total: total), at: clock.now)
    }
    gate.finish(TransferProgress(completed: received, total: received), at: clock.now)
    let response = answer.response(answer.head, data)
    end { $0.request(handle, didFinishWith: response) }
  }

  private func deliverParts(of answer: ResourceStream, keeps: Bool) async throws {
    var head = answer.head
    var data = Data()
    var received = 0
    var gate = ProgressGate(downloadProgress)
    let reader = PartReader(answer)
    while let token = try await reader.next() {
      switch token {
      case .head(let headers):
        // The delegate starts over, and so does the data collected for it.
        head = answer.head.replacing(headers)
        data = Data()
        try await tell { [head] in $0.request(handle, didReceive: head) }
      case .data(let chunk):
        if keeps { try keep(chunk, in: &data, answer) }
        try await tell { $0.request(handle, didReceive: chunk) }
        received += chunk.count
        gate.advance(to: TransferProgress(completed: received, total: nil), at: clock.now)
      case .end:
        break
      }
    }
    gate.finish(TransferProgress(completed: received, total: received), at: clock.now)
    let response = answer.response(head, data)
    end { $0.request(handle, didFinishWith: response) }
  }

  private func keep(_ chunk: Data, in data: inout Data, _ answer: ResourceStream) throws {
    guard chunk.count <= answer.bodyLimit - data.count else {
      answer.cancel()
      throw ResourceError(
        code: .bodyTooLarge,
        message: "the response body is larger than the limit of \(answer.bodyLimit) bytes; "
          + "decide on .deliver, .stream or .download for responses of any size",
        request: answer.summary,
        attempts: answer.attempts,
        mayHaveExecuted: true
      )
    }
    data.append(chunk)
  }

  /// Tells the delegate, on the queue, and waits until it has been told.
  ///
  /// - Throws: `CancellationError` where the call was cancelled meanwhile, or the queue has dropped it.
  private func tell<Answer: Sendable>(
    _ body: @escaping @Sendable (any ResourceRequestDelegate) -> Answer
  ) async throws -> Answer {
    // A blocked queue must not delay a cancelled call; and only the queue may keep its job.
    let pending = Lock<Pending>(Pending())
    let answer: Answer? = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = delegate.queue.run { [handle, delegate] in
          continuation.resume(returning: handle.isCancelled ? nil : delegate.call(body))
        } whenDropped: {
          continuation.resume(returning: nil)
        }
        pending.withLock { $0.job = job }
        if Task.isCancelled { job.drop() }
      }
    } onCancel: {
      pending.withLock { $0.job }?.drop()
    }
    guard let answer else { throw CancellationError() }
    return answer
  }

  private struct Pending: Sendable {
    weak var job: CallbackJob?
  }

  /// Tells the delegate of the end, unless it has been told or has cancelled.
  func end(_ body: @escaping @Sendable (any ResourceRequestDelegate) -> Void) {
    delegate.queue.run { [handle, delegate] in
      if handle.takeEnd(), !handle.isCancelled { delegate.call(body) }
    } whenDropped: { [handle, delegate] in
      delegate.queueOfDropped.run {
        guard handle.takeEnd(), !handle.isCancelled else { return }
        delegate.call { $0.request(handle, didFailWith: CancellationError()) }
      }
    }
  }
}

extension ProgressReporter {
  /// The same reports on a queue, and none once a call has ended or was cancelled.
  func reporting(to queue: CallbackQueue, for handle: RequestHandle) -> ProgressReporter {
    ProgressReporter(every: interval) { [report] progress in
      queue.run {
        if !handle.isOver, !handle.isCancelled { report(progress) }
      }
    }
  }
}
