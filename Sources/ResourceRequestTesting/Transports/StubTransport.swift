// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

/// Answers from a closure or a script, without a network, and keeps what it was asked.
///
/// ```swift
/// let stub = StubTransport { request, _ in .text("hello from \(request.url.path)") }
/// let flaky = StubTransport(script: [.fail(.connectFailed, phase: .connecting), .respond(.status(204))])
/// ```
///
/// It keeps a transport's promises: a cancelled task and a deadline that is over get no answer, and a body beyond the
/// limit is a failure.
public final class StubTransport: Transport {
  /// Makes an answer to a request.
  public typealias Responder = @Sendable (ResolvedRequest, RequestContext) async throws -> TransportResponse

  private struct State: Sendable {
    var requests: [ResolvedRequest] = []
    var script: ArraySlice<StubAnswer> = []
  }

  private let state: Watched<State>
  private let responder: Responder?

  /// The codings it says it decodes.
  public let acceptedEncodings: String?

  /// Answers every request with what a closure makes of it.
  public init(acceptedEncodings: String? = nil, _ responder: @escaping Responder) {
    state = Watched(State())
    self.responder = responder
    self.acceptedEncodings = acceptedEncodings
  }

  /// Answers one request after the other with the next line of a script.
  ///
  /// A request after the last line is a failure with the code `transportFailure` that says so.
  public init(acceptedEncodings: String? = nil, script: [StubAnswer]) {
    state = Watched(State(script: script[...]))
    responder = nil
    self.acceptedEncodings = acceptedEncodings
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
  /// - Throws: What the closure or the script says; ``TransportFailure`` where the script is at its end, the deadline is
  ///   over or the body is too large; `CancellationError` where the task is cancelled.
  public func send(_ request: ResolvedRequest, context: RequestContext) async throws -> TransportResponse {
    try Task.checkCancellation()
    if context.remaining == .zero {
      throw TransportFailure(
        code: .deadlineExceeded,
        message: "the time for the whole call was over before it began",
        phase: .queued
      )
    }
    let (scripted, position) = state.change { state in
      state.requests.append(request)
      return (state.script.popFirst(), state.requests.count)
    }
    guard let responder = responder ?? scripted?.make else {
      throw TransportFailure(
        code: .transportFailure,
        message: "the stub's script has no answer left for request \(position), \(request.method) \(request.url.path)",
        phase: .queued
      )
    }
    let response = try await responder(request, context)
    try Task.checkCancellation()
    guard response.body.bytes.count <= request.options.bodyLimit else {
      throw TransportFailure(
        code: .bodyTooLarge,
        message: "the body of the answer is larger than the limit of \(request.options.bodyLimit) bytes",
        phase: .receiving
      )
    }
    return response
  }
}
