// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One time a request went out, or tried to.
///
/// A call makes several where it is sent again: after a stale connection, a challenge, a redirect, or by a retry.
/// ``ResourceResponse/attempts`` and ``ResourceError/attempts`` list all of them, whoever sent again.
public struct Attempt: Sendable, Hashable {
  /// How far an attempt came.
  public enum Phase: String, Sendable, Hashable, CaseIterable {
    /// Waiting for its turn.
    case queued
    /// Looking up the name, connecting, agreeing on TLS.
    case connecting
    /// Sending, or waiting for the first byte of the answer.
    case sent
    /// Taking in the answer.
    case receiving
  }

  /// How an attempt ended.
  public enum Outcome: Sendable, Hashable, CustomStringConvertible {
    /// The server answered with this status.
    case answered(Status)
    /// No answer came, for this reason.
    case failed(ResourceError.Code)

    /// The status or the code, such as `503 Service Unavailable` or `connectFailed`.
    public var description: String {
      switch self {
      case .answered(let status): "\(status)"
      case .failed(let code): code.rawValue
      }
    }
  }

  /// Its number within the call: 1 for the first.
  public let number: Int
  /// The hop it belongs to: 1 for the request as it was made, one more for each redirect followed.
  public let hop: Int
  /// Why it was made.
  public let reason: AttemptReason
  /// Where it went.
  public let origin: Origin
  /// The endpoint that was chosen for it; `nil` where the URL says where to connect.
  public let endpoint: String?
  /// How far it came.
  public let phase: Phase
  /// How long it took.
  public let duration: Duration
  /// How it ended.
  public let outcome: Outcome
  /// What the exchange cost; `nil` where it failed.
  public let metrics: ExchangeMetrics?
  /// Why it was not followed by another, where one might have been: `budget empty`, `POST is not idempotent`; else `nil`.
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

  /// What ended it; `nil` where the server answered.
  public var code: ResourceError.Code? {
    if case .failed(let code) = outcome { code } else { nil }
  }

  /// The status of the answer; `nil` where it failed.
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
