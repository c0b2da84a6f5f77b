// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The progress of a transfer.
public struct TransferProgress: Sendable, Hashable {
  /// Bytes transferred so far, including those kept from earlier attempts.
  public let completed: Int
  /// Total bytes; `nil` if unknown.
  public let total: Int?

  /// The fraction transferred, from 0 to 1; `nil` if the total is unknown.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
  }

  package init(completed: Int, total: Int?) {
    self.completed = completed
    self.total = total
  }
}
