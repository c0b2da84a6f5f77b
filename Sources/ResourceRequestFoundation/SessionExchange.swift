// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One exchange in flight: the received part of its response, and the waiting continuation.
struct SessionExchange: Sendable {
  let request: ResolvedRequest
  let context: CallContext
  let task: URLSessionDataTask
  let continuation: CheckedContinuation<TransportResponse, any Error>
  let start: ContinuousClock.Instant
  let deadline: ContinuousClock.Instant?
  var lastActivity: ContinuousClock.Instant
  var firstByte: ContinuousClock.Instant?
  var head: HTTPURLResponse?
  var body = Data()

  /// The phase, as far as URLSession reveals it.
  var phase: Attempt.Phase { head == nil ? .sent : .receiving }

  /// The moment at which it will have been silent for too long; until something was heard, it may still be connecting.
  var silenceEnds: ContinuousClock.Instant {
    let options = request.options
    let connecting = firstByte == nil ? options.connectTimeout.length.clamped : .zero
    return lastActivity.advanced(clamping: options.readTimeout.length.clamped + connecting)
  }

  var nextMoment: ContinuousClock.Instant { deadline.map { min($0, silenceEnds) } ?? silenceEnds }

  /// Why it must end now, if it must.
  func failure(at now: ContinuousClock.Instant) -> TransportFailure? {
    if let deadline, deadline <= now {
      return failure(.deadlineExceeded, "the call's deadline passed before the response arrived")
    }
    guard silenceEnds <= now else { return nil }
    return failure(.readTimeout, "the server was silent for \(request.options.readTimeout)")
  }

  func failure(_ code: ResourceError.Code, _ message: String) -> TransportFailure {
    TransportFailure(code: code, message: message, phase: phase)
  }

  /// Receives the head; returns a failure if it is too large or announces too much.
  mutating func take(_ response: URLResponse, now: ContinuousClock.Instant) -> TransportFailure? {
    guard let response = response as? HTTPURLResponse else {
      return failure(.protocolViolation, "the response is not HTTP")
    }
    head = response
    firstByte = firstByte ?? now
    lastActivity = now
    guard SessionExchange.saysLengthPlainly(response) else {
      return failure(.protocolViolation, "the response's Content-Length is not a number")
    }
    let options = request.options
    let size = SessionExchange.fields(of: response).reduce(20) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= options.headLimit else {
      return failure(.headTooLarge, "the response head is larger than the limit of \(options.headLimit) bytes")
    }
    let isCoded = response.value(forHTTPHeaderField: "Content-Encoding") != nil
    guard request.method != .head, !isCoded, response.expectedContentLength > Int64(options.bodyLimit) else {
      return nil
    }
    return bodyTooLarge
  }

  /// Receives a part of the body; returns a failure if it is too much.
  mutating func take(_ data: Data, now: ContinuousClock.Instant) -> TransportFailure? {
    lastActivity = now
    firstByte = firstByte ?? now
    guard data.count <= request.options.bodyLimit - body.count else { return bodyTooLarge }
    body.append(data)
    return nil
  }

  private var bodyTooLarge: TransportFailure {
    failure(.bodyTooLarge, "the response body is larger than the limit of \(request.options.bodyLimit) bytes")
  }

  /// Returns the result when URLSession reports the end.
  func outcome(_ error: (any Error)?, now: ContinuousClock.Instant) -> Result<TransportResponse, any Error> {
    if let error { return .failure(SessionFailure.failure(error, in: self)) }
    // URLSession reports a redirect without a usable target to no delegate. The task has its head all the same, but its
    // body is lost.
    guard let head = head ?? task.response as? HTTPURLResponse else {
      return .failure(failure(.connectionClosed, "the connection ended before the response did"))
    }
    guard self.head != nil || !isLost(bodyOf: head) else {
      return .failure(
        failure(
          .transportFailure,
          "URLSession lost the body of a redirect (\(head.statusCode)) that names no place to go to"
        )
      )
    }
    var metrics = ExchangeMetrics(total: start.duration(to: now))
    metrics.firstByte = firstByte.map { start.duration(to: $0) }
    metrics.bytesSent = request.body?.length ?? 0
    metrics.bytesReceived = body.count
    return .success(
      TransportResponse(
        status: Status(head.statusCode),
        headers: Headers(SessionExchange.fields(of: head)),
        body: IncomingBody(body),
        metrics: metrics
      )
    )
  }

  /// Whether `Content-Length`, if present, is a number that can be represented, however often it is repeated (RFC 9110
  /// §8.6).
  ///
  /// libcurl beneath ignores a length that it cannot represent, and the response would end with the connection.
  private static func saysLengthPlainly(_ response: HTTPURLResponse) -> Bool {
    guard let value = response.value(forHTTPHeaderField: "Content-Length") else { return true }
    let lengths = Set(
      value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { part in
        String(decoding: part.drop { $0 == 0x20 }, as: UTF8.self)
      }
    )
    guard lengths.count == 1, let length = lengths.first else { return false }
    return DecimalDigits.value(length.utf8) != nil
  }

  /// Whether a redirect that was reported to no delegate had a body that counts: one with a target is followed, or
  /// refused, by its fields.
  private func isLost(bodyOf head: HTTPURLResponse) -> Bool {
    guard request.method != .head, head.value(forHTTPHeaderField: "Location") == nil else { return false }
    return head.expectedContentLength > 0 || head.value(forHTTPHeaderField: "Transfer-Encoding") != nil
  }

  /// The fields, by name, since URLSession does not keep their order.
  private static func fields(of response: HTTPURLResponse) -> [Headers.Field] {
    response.allHeaderFields
      .map { Headers.Field(name: "\($0.key)", value: "\($0.value)") }
      .sorted { $0.name < $1.name }
  }
}
