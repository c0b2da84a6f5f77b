// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Answers from a closure or a script, without a network, and keeps what it was asked.
///
/// ```swift
/// let stub = StubTransport { request, _ in .text("hello from \(request.url.path)") }
/// let flaky = StubTransport(script: [.fail(.connectFailed, phase: .connecting), .respond(.status(204))])
/// ```
///
/// It keeps a transport's promises, so that what works over it works over a network:
/// - the request's body is read to its end before the answer is made; the responder, and ``requests``, see its bytes, and a
///   body that can be read once has been read,
/// - an answer that comes later than the read timeout or the deadline allow, by the context's clock, is a failure, also where
///   the responder heeds no cancellation; a cancelled task ends at once,
/// - a head or a body beyond its limit is a failure, and so is a body shorter than its `Content-Length`; what is beyond that
///   length is not part of the response,
/// - answers to HEAD, 204 and 304 come without a body,
/// - where a stream is asked for the body is one, with the window that is asked for; where not, a responder's stream is taken
///   in,
/// - no more exchanges are in flight to an origin, or to an endpoint of it, than `maxConnections` allows.
///
/// It knows nothing of connections: a request's endpoint is there for the responder to see, no name is looked up, no
/// certificate looked at, nothing is compressed.
public final class StubTransport: Transport {
  /// Makes a response to a request.
  public typealias Responder = @Sendable (ResolvedRequest, CallContext) async throws -> TransportResponse

  private struct State: Sendable {
    var requests: [ResolvedRequest] = []
    var script: ArraySlice<StubAnswer> = []
  }

  private let state: Watched<State>
  private let responder: Responder?
  private let turns = StubTurns()

  /// What it says it can do.
  public let capabilities: TransportCapabilities

  /// What a stub can do unless it is told to say otherwise: it decodes nothing and notes endpoints.
  public static let standardCapabilities = TransportCapabilities(connectsToEndpoints: true)

  /// Answers every request with what a closure makes of it.
  public init(
    capabilities: TransportCapabilities = StubTransport.standardCapabilities,
    _ responder: @escaping Responder
  ) {
    state = Watched(State())
    self.responder = responder
    self.capabilities = capabilities
  }

  /// Answers one request after the other with the next line of a script.
  ///
  /// A request after the last line is a failure with the code `transportFailure` that says so.
  public init(capabilities: TransportCapabilities = StubTransport.standardCapabilities, script: [StubAnswer]) {
    state = Watched(State(script: script[...]))
    responder = nil
    self.capabilities = capabilities
  }

  /// What it was asked so far, in order.
  public var requests: [ResolvedRequest] { state.current.requests }

  /// How many lines of the script are left; 0 without one.
  public var remainingAnswers: Int { state.current.script.count }

  /// Suspends until it was asked this often.
  ///
  /// - Throws: `CancellationError` where the waiting task is cancelled first.
  public func waitForRequests(_ count: Int = 1) async throws {
    try await state.wait { $0.requests.count >= count }
  }

  /// Notes the request and answers it.
  ///
  /// - Throws: What the closure or the script says; ``TransportFailure`` where the script is at its end, the body of the
  ///   request cannot be read, or a limit is not kept; `CancellationError` where the task is cancelled.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    var exchange = StubExchange(request, context)
    if context.remaining == .zero {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the time for the whole call was over before it began",
        phase: .queued
      )
    }
    if let refusal = exchange.refusal { throw refusal }
    let (scripted, number) = state.change { state in
      state.requests.append(request)
      return (state.script.popFirst(), state.requests.count)
    }
    guard let answer = responder.map({ .answer($0) }) ?? scripted else {
      throw TransportFailure(
        code: .transportFailure,
        message: "the stub's script has no answer left for request \(number), \(request.method) \(request.url.path)",
        phase: .queued
      )
    }
    let turn = try await turns.turn(for: exchange)
    do {
      if case .refusal = answer.content {
        await exchange.takeBody()
      } else if try await exchange.readBody() {
        let read = exchange.request
        state.change { $0.requests[number - 1] = read }
      }
      let response = try await exchange.answer(answer)
      do {
        try Task.checkCancellation()
      } catch {
        response.body.stream?.cancel()
        throw error
      }
      return try await exchange.deliver(response) { turn?.end() }
    } catch {
      turn?.end()
      throw error
    }
  }
}
