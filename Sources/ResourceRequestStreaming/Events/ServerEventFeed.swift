// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Keeps a stream of server-sent events connected and returns its updates in order.
///
/// It has one reader; releasing it closes the connection.
final class ServerEventFeed {
  private let client: ResourceClient
  private let request: ResourceRequest
  private let reconnects: Bool
  private let limit: Int
  private var reconnection: Reconnection
  private var parser: EventStreamParser
  private var retry: Duration?
  private var answer: ResourceStream?
  private var chunks: ResourceStream.Iterator?
  private var ready: ArraySlice<ServerEventUpdate> = []
  /// The wait before the next connection.
  private var wait: Duration?
  private let keepsComments: Bool
  private let decoders: ChosenDecoders
  private var wasOpen = false
  /// Whether this connection has brought an event.
  private var hasEvents = false
  private var isOver = false

  init(_ events: ServerEvents, keepsComments: Bool = false) {
    self.keepsComments = keepsComments
    client = events.client
    request = events.request
    decoders = events.client.options.decoders(for: events.request.service)
    reconnects = events.options.reconnects ?? events.request.method.isSafe
    limit = events.options.eventLimit
    reconnection = Reconnection(events.options)
    let named = events.options.lastEventID
    parser = EventStreamParser(
      limit: limit,
      lastEventID: named.isEmpty ? events.request.headers["Last-Event-ID"] ?? "" : named,
      keepsComments: keepsComments
    )
  }

  /// The next update; `nil` at the end.
  func next() async throws -> ServerEventUpdate? {
    while true {
      if let update = ready.popFirst() {
        guard case .event(var event) = update else { return update }
        event.decoders = decoders
        return .event(event)
      }
      guard !isOver else { return nil }
      do {
        try await advance()
      } catch {
        try recover(from: error)
      }
    }
  }

  /// Schedules a reconnection after a temporary error; any other error ends the sequence.
  private func recover(from error: any Error) throws {
    if let error = error as? ResourceError, isPassing(error), wasOpen, reconnects, !isOver {
      // A stream that was opened and says nothing is no failure: there may be nothing to say.
      return try pause(after: error, isFailure: answer == nil || error.code != .readTimeout)
    }
    close()
    isOver = true
    throw error
  }

  /// Whether another connection may go better.
  ///
  /// The request's time limit is that of a connection, and over with it unless that brought nothing; the caller's own is
  /// not.
  private func isPassing(_ error: ResourceError) -> Bool {
    guard error.code == .deadlineExceeded else { return error.isRetryable }
    return hasEvents && (ResourceDeadline.current.map { client.options.environment.clock.now < $0.moment } ?? true)
  }

  /// Connects, or reads a chunk.
  private func advance() async throws {
    guard let chunks, let answer else {
      try await sleep()
      return try await connect()
    }
    if let fault = parser.fault { throw ResourceError(fault, request: answer.summary) }
    guard let chunk = try await chunks.next() else { return try pause(after: nil) }
    reconnection.succeeded()
    do {
      ready = try parser.updates(in: chunk)[...]
      hasEvents = hasEvents || ready.contains { if case .event = $0 { true } else { false } }
    } catch {
      throw ResourceError(error, request: answer.summary)
    }
    retry = parser.retry ?? retry
  }

  private func connect() async throws {
    let answer: ResourceStream
    do { answer = try await client.stream(asking) } catch let error as ResourceError {
      // The same request has been answered before.
      throw error.adding(request.summary, mayHaveExecuted: wasOpen)
    }
    switch EventStreamDecision.decide(answer.status, answer.head.headers) {
    case .open:
      wasOpen = true
      parser = EventStreamParser(limit: limit, lastEventID: parser.lastEventID, keepsComments: keepsComments)
      ready = [.connected(answer.head)]
      self.answer = answer
      chunks = answer.makeAsyncIterator()
    case .end:
      answer.cancel()
      isOver = true
    case .refuse(let code, let message, let isPassing):
      // An error page is buffered for the error, a stream of another type is not.
      let response = code == .unsuccessfulStatus ? try await answer.beginning() : nil
      answer.cancel()
      throw ResourceError(
        code: code,
        message: message + (response?.problemInWords ?? ""),
        request: answer.summary,
        isRetryable: isPassing,
        mayHaveExecuted: true,
        response: response
      )
    }
  }

  private var asking: ResourceRequest {
    var request = request
    if !request.headers.contains("Accept") { request.headers["Accept"] = MIMEType.eventStream.essence }
    if !request.headers.contains("Cache-Control") { request.headers["Cache-Control"] = "no-cache" }
    let id = parser.lastEventID
    // The caller's own stays, and is refused if it is not valid.
    guard !id.hasSameBytes(as: request.headers["Last-Event-ID"] ?? "") else { return request }
    // One that is not a valid field value cannot be sent; one that the server has reset is none.
    let isSent = !id.isEmpty && HeaderFieldRules.violation(name: "Last-Event-ID", value: id) == nil
    request.headers["Last-Event-ID"] = isSent ? id : nil
    return request
  }

  /// Schedules a reconnection, or ends the sequence.
  private func pause(after error: ResourceError?, isFailure: Bool = false) throws {
    close()
    // The next time limit is about the next connection.
    hasEvents = false
    let environment = client.options.environment
    let wait =
      reconnects
      ? reconnection.wait(
        isFailure: isFailure,
        retry: retry,
        named: error?.response?.headers["Retry-After"].flatMap {
          RetryAfter.wait($0, now: environment.clock.date.wholeSeconds)
        },
        bits: environment.randomBits()
      ) : nil
    guard let wait else {
      isOver = true
      if let error { throw error }
      return
    }
    self.wait = wait
    ready = [.reconnecting(after: wait, cause: error)]
  }

  /// Waits until the scheduled reconnection.
  private func sleep() async throws {
    guard let wait else { return }
    self.wait = nil
    let clock = client.options.environment.clock
    do {
      try await ResourceDeadline.sleep(until: clock.now.advanced(clamping: wait), by: clock)
    } catch {
      isOver = true
      throw error
    }
  }

  private func close() {
    answer?.cancel()
    answer = nil
    chunks = nil
  }
}
