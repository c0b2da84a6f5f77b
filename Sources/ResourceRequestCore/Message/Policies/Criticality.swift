// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How much depends on a call: where not all can be made, the less critical go first.
///
/// Inherited by what is called within, as a task-local value: see ``with(_:_:)``.
public enum Criticality: String, Sendable, Hashable, CaseIterable, Comparable {
  /// May be left out: a prefetch, a refresh.
  case sheddable
  /// What most calls are.
  case normal
  /// A person or a process waits for it.
  case critical

  @TaskLocal private static var inherited: Criticality?

  /// The one that holds here; `nil` where nobody said.
  public static var current: Criticality? { inherited }

  /// Does something of which so much depends.
  ///
  /// - Parameters:
  ///   - criticality: how much.
  ///   - operation: what is done.
  /// - Returns: what the operation returns.
  /// - Throws: what the operation throws.
  public static func with<Value>(
    _ criticality: Criticality,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $inherited.withValue(criticality, operation: operation)
  }

  /// Orders by how much depends on them.
  public static func < (one: Criticality, other: Criticality) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .sheddable: 0
    case .normal: 1
    case .critical: 2
    }
  }
}
