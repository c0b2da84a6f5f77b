// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Tracks the logins that the current task is performing.
///
/// A handler or provider whose own request needs the login that it performs would wait for itself until the deadline;
/// it fails at once instead.
enum LoginUnderWay {
  private struct Login: Hashable {
    let keeper: ObjectIdentifier
    let name: String
  }

  @TaskLocal private static var own: Set<Login> = []

  /// Runs a closure as a part of these logins.
  static func during<Value>(
    _ names: [String],
    of keeper: AnyObject,
    _ body: () async throws -> Value
  ) async throws -> Value {
    let logins = names.map { Login(keeper: ObjectIdentifier(keeper), name: $0) }
    return try await $own.withValue(own.union(logins), operation: body)
  }

  /// Refuses to wait for a login that the current task is performing.
  static func refuseWaiting(for name: String, of keeper: AnyObject, _ what: String) throws {
    guard !own.isEmpty, own.contains(Login(keeper: ObjectIdentifier(keeper), name: name)) else { return }
    let message = "a request sent while \(what) is being obtained needs \(what) itself and would wait forever;"
    let remedy = " send it with a client of its own, or without credentials"
    throw TransportFailure(unsent: .recursiveLogin, message + remedy)
  }
}
