// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Responds from a closure or a script, without a network, and records the requests.
///
/// ```swift
/// let stub = StubTransport { request, _ in .text("hello from \(request.url.path)") }
/// let flaky = StubTransport(script: [.fail(.connectFailed, phase: .connecting), .respond(.status(204))])
/// ```
///
/// It behaves like a transport, so that what works over it works over a network:
/// - it reads the request's body to its end before it responds; the responder and ``requests`` see its bytes, and a
///   body that can be read once counts as read,
/// - a response after the read timeout or the deadline, by the context's clock, is a failure, even if the responder
///   ignores cancellation; a cancelled task ends at once,
/// - a head or a body beyond its limit is a failure, and so is a body shorter than its `Content-Length`; bytes beyond
///   that length are dropped,
/// - responses to HEAD, 204 and 304 have no body,
/// - if the request asks for a stream, the body is a stream with its window, and so is that of a redirect which the call
///   may follow; if not, a responder's stream is buffered,
/// - at most `maxConnections` exchanges are in flight to an origin or endpoint.
///
/// It has no connections: the responder sees a request's endpoint, but no name is resolved, no certificate is verified,
/// and nothing is compressed.
public final class StubTransport: Transport {
  /// Creates a response to a request.
  public typealias Responder = @Sendable (ResolvedRequest, CallContext) async throws -> TransportResponse

  private struct State: Sendable {
    var requests: [ResolvedRequest] = []
    var script: ArraySlice<StubStep> = []
  }

  private let state: Watched<State>
  private let responder: Responder?
  private let turns = StubTurns()

  /// Its capabilities.
  public let capabilities: TransportCapabilities

  /// The default capabilities: it decodes nothing and supports endpoints.
  @usableFromInline package static let standardCapabilities = TransportCapabilities(connectsToEndpoints: true)

  /// Creates a stub that answers every request with the result of a closure.
  public init(
    capabilities: TransportCapabilities = StubTransport.standardCapabilities,
    _ responder: @escaping Responder
  ) {
    state = Watched(State())
    self.responder = responder
    self.capabilities = capabilities
  }

  /// Creates a stub that answers requests in turn from a script.
  ///
  /// A request after the end of the script fails with the code `transportFailure`.
  public init(capabilities: TransportCapabilities = StubTransport.standardCapabilities, script: [StubStep]) {
    state = Watched(State(script: script[...]))
    responder = nil
    self.capabilities = capabilities
  }

  /// The requests so far, in order.
  public var requests: [ResolvedRequest] { state.current.requests }

  /// Suspends until this many requests have been received.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  public func waitForRequests(_ count: Int = 1) async throws {
    try await state.wait { $0.requests.count >= count }
  }

  /// Records the request and responds to it.
  ///
  /// - Throws: the error of the closure or the script; ``TransportFailure`` after the end of the script, if the body
  ///   of the request cannot be read, or beyond a limit; `CancellationError` if the task is cancelled.
  public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    var exchange = StubExchange(request: request, context: context)
    if context.remaining == .zero {
      throw TransportFailure(unsent: .deadlineExceeded, "the call's deadline passed before it began")
    }
    if let refusal = exchange.refusal { throw refusal }
    let (scripted, number) = state.change { state in
      state.requests.append(request)
      return (state.script.popFirst(), state.requests.count)
    }
    guard let step = responder.map({ .respond(by: $0) }) ?? scripted else {
      let message = "the stub's script has no step left for request \(number), \(request.method) \(request.url.path)"
      throw TransportFailure(unsent: .transportFailure, message)
    }
    let turn = try await turns.turn(for: exchange)
    do {
      if case .refusal = step.content {
        await exchange.takeBody()
      } else if try await exchange.readBody() {
        let read = exchange.request
        state.change { $0.requests[number - 1] = read }
      }
      let response = try await exchange.response(of: step)
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
