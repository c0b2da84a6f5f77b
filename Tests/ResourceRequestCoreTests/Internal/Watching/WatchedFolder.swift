// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport

@testable import ResourceRequestCore

/// A temporary folder, with a clock that advances while its watchers wait.
final class WatchedFolder: Sendable {
  let path: String
  let clock = ManualClock()

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/watched-\(UUID())"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  subscript(name: String) -> String { path + "/" + name }

  /// Writes a file in place, as an editor that truncates does.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: self[name]))
  }

  /// Writes a file beside it and moves it there, as most editors do.
  func replace(_ name: String, with text: String) throws {
    try write(text, to: name + ".new")
    guard rename(self[name + ".new"], self[name]) == 0 else { throw SystemFailure("\(name) cannot be replaced") }
  }

  func text(of name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Points a symbolic link elsewhere in one step, as Kubernetes does.
  func link(_ name: String, to target: String) throws {
    guard symlink(target, self[name + ".tmp"]) == 0, rename(self[name + ".tmp"], self[name]) == 0 else {
      throw SystemFailure("\(name) cannot be linked")
    }
  }

  /// Advances the clock whenever a watcher waits for its files to be quiet, until the work is done.
  func whileTimePasses<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let passing = Task { [clock] in
      while true {
        // One sleeper polls the files every few seconds; the other waits for them to be quiet.
        try await clock.waitForSleepers(2)
        clock.advance(by: .milliseconds(200))
      }
    }
    defer { passing.cancel() }
    return try await work()
  }

  /// Suspends until the clock has advanced by a time.
  func pause(_ time: Duration) async throws { try await clock.sleep(until: clock.now.advanced(by: time)) }
}

/// The readings of a watcher, for a test to wait for.
final class Readings: Sendable {
  struct Reading: Sendable, Equatable {
    let text: String?
    let isLastWord: Bool
  }

  let all = Lock<[Reading]>([])
  private let stream: AsyncStream<Reading>
  private let continuation: AsyncStream<Reading>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func take(_ text: String?, _ isLastWord: Bool) {
    all.withLock { $0.append(Reading(text: text, isLastWord: isLastWord)) }
    continuation.yield(Reading(text: text, isLastWord: isLastWord))
  }

  /// Waits for a reading of this text.
  func wait(for text: String) async throws {
    for await reading in stream where reading.text == text { return }
  }

  /// Waits for the last reading of a file that stays invalid.
  func waitForLastWord() async throws {
    for await reading in stream where reading.isLastWord { return }
  }
}
