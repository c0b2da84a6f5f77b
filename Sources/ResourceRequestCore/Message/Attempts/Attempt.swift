// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One attempt to send a request and receive its response.
///
/// A call makes several attempts after a stale connection, a challenge, a redirect or a retry.
/// ``ResourceResponse/attempts`` and ``ResourceError/attempts`` list all of them, whichever part of the client made
/// them.
public struct Attempt: Sendable, Hashable {
  /// The phase that an attempt reached.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for admission.
    case queued
    /// Name lookup, connection and TLS handshake.
    case connecting
    /// Sending, or waiting for the first byte of the response.
    case sent
    /// Receiving the response.
    case receiving

    /// Whether nothing of the request has gone out.
    package var isBeforeSending: Bool { self == .queued || self == .connecting }
  }

  /// How an attempt ended.
  public enum Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The attempt got a response with this status.
    case answered(Status)
    /// The attempt failed with this code.
    case failed(ResourceError.Code)

    /// The status or the code, such as `503 Service Unavailable` or `connectFailed`.
    public var description: String {
      switch self {
      case .answered(let status): "\(status)"
      case .failed(let code): code.rawValue
      }
    }
  }

  /// The number of the attempt within the call, from 1.
  public let number: Int
  /// The hop it belongs to: 1 for the original request, one more for each redirect followed.
  public let hop: Int
  /// The reason for the attempt.
  public let reason: AttemptReason
  /// The origin of the attempt's URL.
  public let origin: Origin
  /// The endpoint it was sent to; `nil` if the URL decides where to connect.
  public let endpoint: String?
  /// The phase it reached.
  public let phase: Phase
  /// The duration of the attempt.
  public let duration: Duration
  /// The outcome.
  public let outcome: Outcome
  /// The metrics of the exchange; `nil` if it failed, or while its body is a stream.
  public internal(set) var metrics: ExchangeMetrics?
  /// Why no retry followed, such as `budget empty` or `POST is not idempotent`.
  ///
  /// `nil` if one followed, or if none was needed. Without a policy for retries or hedges it names only a body that kept
  /// a request from being sent again over a new connection.
  public internal(set) var refusal: String?

  package init(
    number: Int = 1,
    hop: Int = 1,
    reason: AttemptReason = .first,
    origin: Origin,
    endpoint: String? = nil,
    phase: Phase,
    duration: Duration,
    outcome: Outcome,
    metrics: ExchangeMetrics? = nil
  ) {
    self.number = number
    self.hop = hop
    self.reason = reason
    self.origin = origin
    self.endpoint = endpoint
    self.phase = phase
    self.duration = duration
    self.outcome = outcome
    self.metrics = metrics
  }

  /// The code of the failure; `nil` if there was a response.
  public var code: ResourceError.Code? {
    if case .failed(let code) = outcome { code } else { nil }
  }

  /// The status of the response; `nil` if the attempt failed.
  public var status: Status? {
    if case .answered(let status) = outcome { status } else { nil }
  }
}

extension Attempt: CustomStringConvertible {
  /// One line, such as `2 (staleConnection) http://h.example: 200 OK after 0.012 s`.
  public var description: String {
    let place = endpoint.map { "\(origin) at \($0)" } ?? "\(origin)"
    return "\(number) (\(reason)) \(place): \(outcome) after \(duration)"
  }
}

/// Provides the attempts of a call.
package protocol AttemptSource: AnyObject, Sendable {
  /// The first `count` ended attempts.
  func attempts(_ count: Int) -> [Attempt]
}
