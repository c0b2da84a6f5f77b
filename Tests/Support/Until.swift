// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a test waited for did not come true in time.
public struct NeverCameTrue: Error, CustomStringConvertible {
  /// The file of the test.
  public let file: String
  /// The line where it waited.
  public let line: Int

  /// The error as a sentence.
  public var description: String { "\(file):\(line): it did not come true in time" }
}

/// Lets other tasks run until a condition is true.
///
/// Swift Testing's time limit only cancels a test: a loop that does not look at that goes on for ever, and takes the
/// processor from the other tests.
///
/// - Parameters:
///   - isTrue: the condition; it is asked again and again.
///   - file: the caller's file, for the message.
///   - line: the caller's line.
/// - Throws: `CancellationError` when the test is cancelled, ``NeverCameTrue`` after ``TimeLimit/standard``, and what
///   the condition throws.
public func until(
  _ isTrue: () async throws -> Bool,
  file: String = #fileID,
  line: Int = #line
) async throws {
  let end = ContinuousClock.now + TimeLimit.standard
  while try await !isTrue() {
    try Task.checkCancellation()
    guard ContinuousClock.now < end else { throw NeverCameTrue(file: file, line: line) }
    await Task.yield()
  }
}
