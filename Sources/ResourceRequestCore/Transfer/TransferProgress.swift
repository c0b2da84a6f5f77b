// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How far a body has come on its way.
public struct TransferProgress: Sendable, Hashable {
  /// Bytes so far, those of earlier attempts that are kept included.
  public let completed: Int
  /// Bytes in all; `nil` where nobody knows.
  public let total: Int?

  /// The part that is done, from 0 to 1; `nil` where the whole is not known.
  public var fraction: Double? {
    total.map { $0 > 0 ? min(1, Double(completed) / Double($0)) : 1 }
  }

  package init(completed: Int, total: Int?) {
    self.completed = completed
    self.total = total
  }
}
