// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore
import ResourceRequestPlatform

/// One exchange of a stub: it reads the request's body, waits for the response, and enforces the limits of the request
/// on both.
struct StubExchange: Sendable {
  /// Its body is replaced by its bytes once it has been read.
  private(set) var request: ResolvedRequest
  let context: CallContext

  var options: ExchangeOptions { request.options }

  /// Why the request cannot be sent at all; the same as over libcurl, so that code that works over a stub works there.
  var refusal: TransportFailure? {
    if request.method == .head, request.body != nil {
      return TransportFailure(code: .unsupported, message: "a stub sends no body with HEAD", phase: .queued)
    }
    if request.trailers != nil, options.httpVersion == .http2PriorKnowledge {
      return TransportFailure(code: .unsupported, message: "a stub sends trailers over HTTP/1.1 only", phase: .queued)
    }
    return nil
  }

  // MARK: The request

  /// Begins to produce a body of which nothing is sent: a body that can be produced once cannot be sent afterwards.
  func takeBody() async {
    guard let body = request.body, body.bytes == nil else { return }
    _ = try? await body.chunks()
  }

  /// Reads the body to its end, as a server does that responds.
  ///
  /// - Returns: whether the request has it in memory now, and did not before.
  /// - Throws: ``TransportFailure`` if it cannot be produced, or does not have its announced length.
  mutating func readBody() async throws -> Bool {
    let (body, trailers) = (request.body, request.trailers)
    guard trailers != nil || body.map({ $0.bytes == nil }) == true else { return false }
    let bytes = try await limit(to: nil, .sent).run {
      do {
        var bytes = Data()
        if let body, body.bytes == nil {
          // They are as many as announced.
          for try await chunk in try await body.chunks() { bytes.append(chunk) }
        }
        _ = try await trailers?.fields()
        return bytes
      } catch let failure as TransportFailure {
        throw failure
      } catch {
        throw TransportFailure(ofBody: error, phase: .sent)
      }
    }
    guard let body, body.bytes == nil else { return false }
    request.body = OutgoingBody(bytes)
    return true
  }

  // MARK: Time

  /// The end of a wait for the peer: its silence, which counts from now, or the deadline.
  func limit(to silence: Timeout?, _ phase: Attempt.Phase) -> TimeLimit {
    let now = context.clock.now
    let silenceEnds = silence?.duration.map { now.advanced(clamping: $0) }
    if let silenceEnds, context.deadline.map({ silenceEnds < $0 }) ?? true {
      let message = "the server was silent for \(options.readTimeout)"
      return TimeLimit(
        clock: context.clock,
        moment: silenceEnds,
        failure: TransportFailure(code: .readTimeout, message: message, phase: phase)
      )
    }
    let place =
      switch phase {
      case .queued, .connecting: "while it waited for its turn"
      case .sent: "before the response came"
      case .receiving: "while the response was coming in"
      }
    return TimeLimit(
      clock: context.clock,
      moment: context.deadline,
      failure: TransportFailure(code: .deadlineExceeded, message: "the call's deadline passed \(place)", phase: phase)
    )
  }

  /// Performs a step within the read timeout and the deadline.
  func response(of step: StubStep) async throws -> TransportResponse {
    let limit = limit(to: options.readTimeout, .sent)
    let clock = context.clock
    if step.delay > .zero {
      let moment = clock.now.advanced(clamping: step.delay)
      if let end = limit.moment, end <= moment { try await limit.wait() }
      try await clock.sleep(until: moment)
    }
    switch step.content {
    case .refusal(let failure): throw failure
    case .silence: try await limit.wait()
    case .respond(let make):
      let (request, context) = (request, context)
      return try await limit.run { try await make(request, context) }
    }
  }

  // MARK: The response

  /// Delivers the response as a transport does, within the limits.
  ///
  /// - Parameters:
  ///   - response: the response of the responder.
  ///   - ended: called once when the exchange ends; for a stream, when the stream ends.
  /// - Returns: the response.
  /// - Throws: ``TransportFailure`` if a limit is exceeded.
  func deliver(
    _ response: TransportResponse,
    ended: @escaping @Sendable () -> Void
  ) async throws -> TransportResponse {
    var response = response
    let window = options.window(response.status, response.headers)
    let length: Int?
    do {
      length = try StubHead.length(of: response, to: request)
      if let length, window == nil, length > options.bodyLimit {
        throw tooLarge("the response announces \(length) bytes, more than the limit of \(options.bodyLimit)")
      }
    } catch {
      response.body.stream?.cancel()
      throw error
    }
    if StubHead.hasNoBody(response.status, request.method) {
      response.body.stream?.cancel()
      response.body = IncomingBody()
      response.trailers = Headers()
    }
    var feed = StubFeed(self, response, length: length)
    if let window {
      response.body = IncomingBody(feed.stream(window, ended: ended))
      return response
    }
    let isCounted = length != nil || StubHead.codedLength(of: response) != nil
    if response.body.stream != nil || isCounted || response.body.bytes.count > options.bodyLimit {
      var bytes = Data()
      do {
        while let chunk = try await feed.next() {
          guard chunk.count <= options.bodyLimit - bytes.count else {
            throw tooLarge("the response body is larger than the limit of \(options.bodyLimit) bytes")
          }
          bytes.append(chunk)
        }
      } catch {
        feed.cancel()
        throw error
      }
      response.trailers = feed.end.trailers
      response.body = IncomingBody(bytes)
    }
    ended()
    return response
  }

  private func tooLarge(_ message: String) -> TransportFailure {
    TransportFailure(code: .bodyTooLarge, message: message, phase: .receiving)
  }
}
