// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Dispatch
import Foundation
import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session and the exchanges that run on it.
///
/// The code that removes an exchange from the state resumes its continuation, so each is resumed once.
final class SessionDriver: NSObject, Sendable {
  private struct State: Sendable {
    var exchanges: [Int: SessionExchange] = [:]
    /// The moment for which a look at the exchanges is planned.
    var planned: ContinuousClock.Instant?
  }

  /// The default maximum of connections to a host: more than URLSession's six.
  static let standardConnections = 64

  private let state = Lock(State())
  private let session: Lock<URLSession?>
  private let queue = DispatchQueue(label: "resource-request.url-session")

  init(connections: Int) {
    session = Lock(nil)
    super.init()
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = max(1, connections)
    configuration.httpCookieStorage = nil
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = 604_800
    configuration.connectionProxyDictionary = [:]
    let callbacks = OperationQueue()
    callbacks.maxConcurrentOperationCount = 1
    callbacks.underlyingQueue = queue
    let made = URLSession(configuration: configuration, delegate: self, delegateQueue: callbacks)
    session.withLock { $0 = made }
  }

  /// Invalidates the session, which retains this delegate until then, once the tasks in flight have ended.
  func invalidate() {
    session.exchange(nil)?.finishTasksAndInvalidate()
  }

  func send(
    _ translated: URLRequest,
    for request: ResolvedRequest,
    context: CallContext,
    remaining: Duration?
  ) async throws -> TransportResponse {
    guard let task = session.withLock({ $0?.dataTask(with: translated) }) else {
      throw TransportFailure(code: .transportFailure, message: "the transport has ended", phase: .queued)
    }
    let number = task.taskIdentifier
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let now = ContinuousClock.now
        let exchange = SessionExchange(
          request: request,
          context: context,
          task: task,
          continuation: continuation,
          start: now,
          deadline: remaining.map { now.advanced(clamping: $0) },
          lastActivity: now
        )
        state.withLock { $0.exchanges[number] = exchange }
        plan(for: exchange.nextMoment)
        task.resume()
        // A handler that came before the exchange was there has found nothing to cancel.
        if Task.isCancelled { cancel(number) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func cancel(_ number: Int) {
    end(number) { _ in .failure(CancellationError()) }?.cancel()
  }

  /// Removes an exchange and resumes it; returns its task, if it was still there.
  @discardableResult
  private func end(
    _ number: Int,
    _ outcome: (SessionExchange) -> Result<TransportResponse, any Error>
  ) -> URLSessionDataTask? {
    guard let exchange = state.withLock({ $0.exchanges.removeValue(forKey: number) }) else { return nil }
    exchange.continuation.resume(with: outcome(exchange))
    return exchange.task
  }

  /// Changes an exchange in flight, and ends it if the change requires it.
  private func change(_ number: Int, _ body: (inout SessionExchange) -> TransportFailure?) {
    let (failure, earlier) = state.withLock { state -> (TransportFailure?, ContinuousClock.Instant?) in
      guard var exchange = state.exchanges.removeValue(forKey: number) else { return (nil, nil) }
      defer { state.exchanges[number] = exchange }
      let before = exchange.nextMoment
      let failure = body(&exchange)
      // From the first byte on no time to connect is added.
      return (failure, exchange.nextMoment < before ? exchange.nextMoment : nil)
    }
    if let earlier { plan(for: earlier) }
    if let failure { end(number) { _ in .failure(failure) }?.cancel() }
  }

  // MARK: Time

  /// Schedules a check of the exchanges, unless one is scheduled that is not later.
  private func plan(for moment: ContinuousClock.Instant) {
    let isNeeded = state.withLock { state in
      if let planned = state.planned, planned <= moment { return false }
      state.planned = moment
      return true
    }
    guard isNeeded else { return }
    let delay = max(.zero, ContinuousClock.now.duration(to: moment)) / .milliseconds(1)
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(min(delay, 86_400_000)) + 1)) { [weak self] in
      self?.look(plannedFor: moment)
    }
  }

  private func look(plannedFor moment: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    let (expired, next) = state.withLock { state -> ([(Int, TransportFailure)], ContinuousClock.Instant?) in
      // An earlier one has come between, and what follows is planned.
      guard state.planned == moment else { return ([], nil) }
      state.planned = nil
      let expired = state.exchanges.compactMap { number, exchange in exchange.failure(at: now).map { (number, $0) } }
      return (expired, state.exchanges.values.lazy.map(\.nextMoment).filter { $0 > now }.min())
    }
    for (number, failure) in expired { end(number) { _ in .failure(failure) }?.cancel() }
    if let next { plan(for: next) }
  }
}

extension SessionDriver: URLSessionDataDelegate {
  func urlSession(
    _: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let number = dataTask.taskIdentifier
    // Observers are the program's code, and may cancel this call or another.
    if let response = response as? HTTPURLResponse, let context = state.withLock({ $0.exchanges[number]?.context }) {
      context.emit(.head) { $0.status = Status(response.statusCode) }
    }
    change(number) { $0.take(response, now: .now) }
    completionHandler(.allow)
  }

  func urlSession(_: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask.taskIdentifier) { $0.take(data, now: .now) }
  }

  func urlSession(
    _: URLSession,
    task: URLSessionTask,
    didSendBodyData _: Int64,
    totalBytesSent _: Int64,
    totalBytesExpectedToSend _: Int64
  ) {
    change(task.taskIdentifier) { exchange in
      exchange.lastActivity = .now
      return nil
    }
  }

  func urlSession(_: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    end(task.taskIdentifier) { $0.outcome(error, now: .now) }
  }

  func urlSession(
    _: URLSession,
    task _: URLSessionTask,
    willPerformHTTPRedirection _: HTTPURLResponse,
    newRequest _: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  #if canImport(FoundationNetworking)
    /// Called when a 401 with a Basic challenge has arrived completely; no other callback follows.
    func urlSession(
      _: URLSession,
      task: URLSessionTask,
      didReceive _: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      end(task.taskIdentifier) { $0.outcome(nil, now: .now) }
      completionHandler(.cancelAuthenticationChallenge, nil)
    }
  #endif
}
