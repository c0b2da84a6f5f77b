// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A time limit: a duration, or none.
///
/// ```swift
/// request.timeouts.total = .seconds(3)
/// request.timeouts.read = .after(duration)
/// request.timeouts.total = .unlimited
/// ```
public enum Timeout: Sendable, Hashable {
  /// A limit of this duration.
  case after(Duration)
  /// No limit.
  case unlimited

  /// A limit in seconds.
  public static func seconds(_ seconds: some BinaryInteger) -> Timeout { .after(.seconds(seconds)) }
  /// A limit in seconds.
  public static func seconds(_ seconds: Double) -> Timeout { .after(.seconds(seconds)) }
  /// A limit in milliseconds.
  public static func milliseconds(_ milliseconds: some BinaryInteger) -> Timeout { .after(.milliseconds(milliseconds)) }
  /// A limit in microseconds.
  public static func microseconds(_ microseconds: some BinaryInteger) -> Timeout { .after(.microseconds(microseconds)) }

  /// The duration; `nil` without a limit.
  public var duration: Duration? {
    switch self {
    case .after(let duration): duration
    case .unlimited: nil
    }
  }

  /// The limit as a duration for arithmetic; 292 years if there is none.
  package var length: Duration { duration ?? .longest }
}

extension Timeout: CustomStringConvertible {
  /// The time with its unit, or `unlimited`.
  public var description: String { duration.map { "\($0)" } ?? "unlimited" }
}
