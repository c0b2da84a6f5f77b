// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The criticality of a call: under overload, less critical calls are shed first.
///
/// A task-local value that nested calls inherit: see ``with(_:_:)``.
public enum Criticality: String, Sendable, Hashable, CaseIterable, Comparable {
  /// May be dropped: a prefetch, a refresh.
  case sheddable
  /// The default.
  case normal
  /// A person or a process waits for it.
  case critical

  @TaskLocal private static var inherited: Criticality?

  /// The criticality of the current task; `nil` if none was set.
  public static var current: Criticality? { inherited }

  /// Runs an operation that serves several callers, to which the criticality of the one whose task began it does not apply.
  static func without<Value>(_ operation: () async throws -> Value) async rethrows -> Value {
    try await $inherited.withValue(nil, operation: operation)
  }

  /// Runs an operation with a criticality.
  ///
  /// - Parameters:
  ///   - criticality: the criticality of the calls within.
  ///   - operation: the operation.
  /// - Returns: the result of the operation.
  /// - Throws: an error of the operation.
  public static func with<Value>(
    _ criticality: Criticality,
    _ operation: () async throws -> Value
  ) async rethrows -> Value {
    try await $inherited.withValue(criticality, operation: operation)
  }

  /// Orders from sheddable to critical.
  public static func < (one: Criticality, other: Criticality) -> Bool { one.rank < other.rank }

  var rank: Int {
    switch self {
    case .sheddable: 0
    case .normal: 1
    case .critical: 2
    }
  }
}
