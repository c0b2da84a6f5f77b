// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Who waits where the limit of calls under way is reached.
public struct QueuePolicy: Sendable, Hashable {
  /// Whose turn is next.
  public enum Order: String, Sendable, Hashable, CaseIterable {
    /// Who came first.
    case fifo
    /// Who came last: in an overload some are quick, instead of all being late.
    case lifo
  }

  /// How many wait at most.
  public var length: Int
  /// How long each waits at most.
  public var timeout: Duration?
  /// Whose turn is next.
  public var order: Order

  /// A queue of so many, first come first served, unless named otherwise.
  public init(length: Int, timeout: Duration? = nil, order: Order = .fifo) {
    self.length = length
    self.timeout = timeout
    self.order = order
  }
}
