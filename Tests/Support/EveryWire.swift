// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import Testing

/// Runs a test twice: over the standard transport, and over libcurl where the build has it.
///
/// A test of what comes and goes on a connection holds for both, and on Linux no client uses libcurl without being told.
public struct EveryWire: TestTrait, SuiteTrait, TestScoping {
  /// Whether clients of the test are to use libcurl.
  @TaskLocal public static var usesLibcurl = false

  /// Applies to each test of a suite.
  public var isRecursive: Bool { true }

  /// Runs the test with its arguments over each.
  @concurrent public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await function()
    #if Curl
      guard testCase != nil else { return }
      try await Self.$usesLibcurl.withValue(true) { try await function() }
    #endif
  }
}

extension Trait where Self == EveryWire {
  /// Runs a test over the standard transport, and over libcurl.
  public static var everyWire: Self { Self() }
}
