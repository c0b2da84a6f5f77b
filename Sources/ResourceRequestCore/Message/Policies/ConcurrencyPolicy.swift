// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Limits the calls in flight to a service.
public enum ConcurrencyPolicy: Sendable, Hashable {
  /// A fixed number.
  case fixed(Int)
  /// As many as the service answers without queueing (adaptive).
  case adaptive(min: Int, max: Int, start: Int)

  /// Adaptive, between 5 and 1000 calls, starting at 20.
  public static let adaptive = ConcurrencyPolicy.adaptive(min: 5, max: 1000, start: 20)
}

/// The queue for calls over the concurrency limit.
public struct QueuePolicy: Sendable, Hashable {
  /// The order of the queue.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// First in, first out.
    case fifo
    /// Last in, first out: under overload some calls stay fast instead of all being late.
    case lifo
  }

  /// The longest queue.
  public var length: Int
  /// The longest wait in the queue.
  public var timeout: Duration?
  /// The order of the queue.
  public var order: Order

  /// Creates a queue of a length; by default first in, first out.
  public init(length: Int, timeout: Duration? = nil, order: Order = .fifo) {
    self.length = length
    self.timeout = timeout
    self.order = order
  }
}
