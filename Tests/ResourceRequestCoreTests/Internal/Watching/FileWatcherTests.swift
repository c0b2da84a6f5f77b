// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestTesting
import TestSupport
import Testing

@testable import ResourceRequestCore

/// Real files, whose changes the system reports; a manual clock measures how long they have been quiet.
@Suite(.timeLimit(.minutes(2)))
struct FileWatcherTests {
  private let folder: WatchedFolder
  private let readings = Readings()

  init() throws { folder = try WatchedFolder() }

  /// A watcher of a file whose text is valid if it begins with `{` and ends with `}`.
  private func watcher(_ name: String, times: FileWatcher.Times = .init()) -> FileWatcher {
    FileWatcher([WatchedFile(folder[name])], times: times, sleep: { [folder] in try await folder.pause($0) }) {
      [folder, readings] isLastWord in
      let text = folder.text(of: name)
      readings.take(text, isLastWord)
      return text?.hasPrefix("{") == true && text?.hasSuffix("}") == true
    }
  }

  private func expect(_ text: String, whenever change: () throws -> Void) async throws {
    try change()
    try await folder.whileTimePasses { [readings] in try await readings.wait(for: text) }
  }

  @Test func `a file that is written in place is read`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    try await expect("{2}") { try folder.write("{2}", to: "a.json") }
    try await expect("{33}") { try folder.write("{33}", to: "a.json") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file whose permissions change is read`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    try await expect("{1}") { #expect(chmod(folder["a.json"], 0o600) == 0) }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file that another one is moved over is read`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    try await expect("{2}") { try folder.replace("a.json", with: "{2}") }
    try await expect("{3}") { try folder.replace("a.json", with: "{3}") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file is read when a link on the way to it is led elsewhere, and what is written there afterwards too`()
    async throws
  {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
      try folder.write("{\(name)}", to: name + "/a.json")
    }
    try folder.link("..data", to: "one")
    try folder.link("a.json", to: "..data/a.json")
    let watcher = watcher("a.json")
    try await expect("{two}") { try folder.link("..data", to: "two") }
    try await expect("{2}") { try folder.replace("two/a.json", with: "{2}") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file that was not there is read when it comes, its folder too`() async throws {
    let watcher = watcher("later/a.json")
    try await expect("{1}") {
      try FileManager.default.createDirectory(atPath: folder["later"], withIntermediateDirectories: true)
      try folder.write("{1}", to: "later/a.json")
    }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file whose folder is exchanged is read`() async throws {
    for name in ["live", "next"] {
      try FileManager.default.createDirectory(atPath: folder[name], withIntermediateDirectories: true)
      try folder.write("{\(name)}", to: name + "/a.json")
    }
    let watcher = watcher("live/a.json")
    try await expect("{next}") {
      #expect(rename(folder["live"], folder["old"]) == 0)
      #expect(rename(folder["next"], folder["live"]) == 0)
    }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file is read when a folder further up is exchanged, of which the system says nothing`() async throws {
    for name in ["live", "next"] {
      try FileManager.default.createDirectory(atPath: folder[name + "/inner"], withIntermediateDirectories: true)
      try folder.write("{\(name)}", to: name + "/inner/a.json")
    }
    let watcher = watcher("live/inner/a.json")
    #expect(rename(folder["live"], folder["old"]) == 0)
    #expect(rename(folder["next"], folder["live"]) == 0)
    // Nobody but the poll wakes for it.
    try await folder.clock.waitForSleepers(1)
    folder.clock.advance(by: FileWatcher.Times().polling)
    try await expect("{next}") {}
    withExtendedLifetime(watcher) {}
  }

  @Test func `a change between the reading and the watching is noticed`() async throws {
    try folder.write("{1}", to: "a.json")
    let file = WatchedFile(folder["a.json"])
    try folder.write("{22}", to: "a.json")
    let watcher = FileWatcher([file], sleep: { [folder] in try await folder.pause($0) }) { [folder, readings] in
      readings.take(folder.text(of: "a.json"), $0)
      return true
    }
    try await folder.whileTimePasses { [readings] in try await readings.wait(for: "{22}") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a storm of a hundred saves is read at most twice`() async throws {
    try folder.write("{0}", to: "a.json")
    let watcher = watcher("a.json")
    for number in 1...50 {
      try folder.write("{\(number)}", to: "a.json")
      try folder.replace("a.json", with: "{\(number)!}")
    }
    try await expect("{last}") { try folder.write("{last}", to: "a.json") }
    #expect(readings.all.withLock(\.count) <= 2)
    withExtendedLifetime(watcher) {}
  }

  @Test func `what happens to its neighbours reads no file`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    for number in 1...10 { try folder.write("\(number)", to: "b.json") }
    try await expect("{2}") { try folder.write("{2}", to: "a.json") }
    #expect(readings.all.withLock(\.count) == 1)
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file that is half written is read again, and believed when it is whole`() async throws {
    try folder.write("{1}", to: "a.json")
    // The clock advances until the test sees the first reading, however late that is.
    var times = FileWatcher.Times()
    times.completing = 1_000_000
    let watcher = watcher("a.json", times: times)
    try await expect("{2") { try folder.write("{2", to: "a.json") }
    try await expect("{2}") { try folder.write("{2}", to: "a.json") }
    #expect(readings.all.withLock { !$0.contains { $0.isLastWord } })
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file that stays of no use is read again, and then left until it changes`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    try folder.write("nonsense", to: "a.json")
    try await folder.whileTimePasses { [readings] in try await readings.waitForLastWord() }
    // At least one reading comes before: the system's notice of the write may arrive after the first one.
    let words = readings.all.withLock { $0.map(\.isLastWord) }
    #expect(words.count >= 2 && words.firstIndex(of: true) == words.count - 1, "\(words)")
    try await expect("{2}") { try folder.write("{2}", to: "a.json") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `without file events, files are checked periodically`() async throws {
    try folder.write("{1}", to: "a.json")
    var times = FileWatcher.Times()
    times.isNotified = false
    let watcher = watcher("a.json", times: times)
    try folder.replace("a.json", with: "{2}")
    try await folder.clock.waitForSleepers(1)
    folder.clock.advance(by: .seconds(5))
    try await folder.whileTimePasses { [readings] in try await readings.wait(for: "{2}") }
    withExtendedLifetime(watcher) {}
  }

  @Test func `a file is read on demand although it has not changed`() async throws {
    try folder.write("{1}", to: "a.json")
    let watcher = watcher("a.json")
    watcher.readAnyway()
    try await folder.whileTimePasses { [readings] in try await readings.wait(for: "{1}") }
  }

  @Test func `a watcher that is let go of reads nothing more and leaves no task asleep`() async throws {
    try folder.write("{1}", to: "a.json")
    var watcher: FileWatcher? = watcher("a.json")
    try await folder.clock.waitForSleepers(1)
    withExtendedLifetime(watcher) {}
    watcher = nil
    try folder.write("{2}", to: "a.json")
    #expect(folder.clock.sleeperCount == 0)
    #expect(readings.all.withLock(\.isEmpty))
  }

  @Test func `a signal does what is to be done, each time, and does not end the process`() async throws {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self)
    let watcher = SignalWatcher(SIGURG) { signal.yield() }
    var iterator = signals.makeAsyncIterator()
    for _ in 1...2 {
      kill(getpid(), SIGURG)
      #expect(await iterator.next() != nil)
    }
    withExtendedLifetime(watcher) {}
  }
}
