// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Synchronization

/// Reports changes of files, however they are replaced: written in place, renamed over, or behind a redirected symbolic
/// link.
///
/// On Linux the system reports changes of what is on their paths, and all are polled besides: a folder further up may be
/// replaced, and the system may have no more watches. A burst of changes is reported once, after the files have been quiet
/// for a while. A file with invalid content may be partly
/// written, so it is read again before the result counts.
package final class FileWatcher: Sendable {
  /// How long it waits.
  package struct Times: Sendable {
    /// How long the files must be quiet before they are read.
    package var settling = Duration.milliseconds(200)
    /// After how many such times they are read although they are not.
    package var patience = 10
    /// For how many such times a file with invalid content may still become complete.
    package var completing = 5
    /// How often the files are polled.
    package var polling = Duration.seconds(5)
    /// Whether to use the system's notices, if possible.
    package var isNotified = true

    /// The usual times.
    package init() {}
  }

  private let watching: Watching
  private let tasks: [Task<Void, Never>]

  /// Watches files until it is released.
  ///
  /// - Parameters:
  ///   - files: the files, as they were before they were read.
  ///   - times: how long it waits.
  ///   - sleep: suspends for a time; by the clock of the caller.
  ///   - read: reads the files, one call after the other, and returns whether their content was valid. It may name
  ///     others with ``watch(_:)``. If the content was invalid and this is not the final attempt (`false`), the files
  ///     are read once more after they had time to become complete (`true`), or when they changed again.
  package init(
    _ files: [WatchedFile],
    times: Times = Times(),
    sleep: @escaping @Sendable (Duration) async throws -> Void,
    read: @escaping @Sendable (_ isLastWord: Bool) async -> Bool
  ) {
    let (ticks, tick) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watching = Watching(times, sleep, read, tick)
    self.watching = watching
    tasks = [Task { await watching.run(ticks) }, Task { await watching.poll() }]
    watching.watch(files)
  }

  deinit {
    for task in tasks { task.cancel() }
    watching.stop()
  }

  /// Watches these files from now on, and no others.
  ///
  /// - Parameter files: the files as they were before they were read; later changes are noticed.
  package func watch(_ files: [WatchedFile]) { watching.watch(files) }

  /// Reads the files even if they have not changed, as after SIGHUP.
  package func readAnyway() { watching.readAnyway() }
}

/// The state that a watcher's tasks share, so that they do not retain the watcher.
private final class Watching: Sendable {
  private struct State {
    var files: [WatchedFile] = []
    var isAnyway = false
  }

  private let times: FileWatcher.Times
  private let sleep: @Sendable (Duration) async throws -> Void
  private let read: @Sendable (Bool) async -> Bool
  private let tick: AsyncStream<Void>.Continuation
  private let state = Lock(State())
  /// How often something may have changed.
  private let changes = Lock(0)
  private let noteChange: @Sendable () -> Void
  #if os(Linux)
    private let notices: ChangeNotices?
  #endif

  init(
    _ times: FileWatcher.Times,
    _ sleep: @escaping @Sendable (Duration) async throws -> Void,
    _ read: @escaping @Sendable (Bool) async -> Bool,
    _ tick: AsyncStream<Void>.Continuation
  ) {
    self.times = times
    self.sleep = sleep
    self.read = read
    self.tick = tick
    noteChange = { [changes] in
      changes.withLock { $0 &+= 1 }
      tick.yield()
    }
    #if os(Linux)
      notices = times.isNotified ? ChangeNotices(noteChange) : nil
    #endif
  }

  func stop() { tick.finish() }

  func watch(_ files: [WatchedFile]) {
    state.withLock { $0.files = files }
    listen()
    if files.contains(where: \.hasChanged) { noteChange() }
  }

  func readAnyway() {
    state.withLock { $0.isAnyway = true }
    noteChange()
  }

  private func listen() {
    #if os(Linux)
      _ = notices?.listen(to: state.withLock(\.files).map { PathTrail($0.path) })
    #endif
  }

  /// Polls the files.
  func poll() async {
    while (try? await sleep(times.polling)) != nil {
      if state.withLock(\.files).contains(where: \.hasChanged) { noteChange() }
    }
  }

  func run(_ ticks: AsyncStream<Void>) async {
    for await _ in ticks {
      do { try await takeChanges() } catch { return }
    }
  }

  /// Reads the files, if they have changed, until their content is valid or stays invalid.
  ///
  /// - Throws: the error of a cancelled task's sleep.
  private func takeChanges() async throws {
    var failures = 0
    while true {
      let seen = try await settled()
      // Before the files are checked: later events are reported again.
      listen()
      let isMeant = state.withLock { state in
        let files = state.files.map { WatchedFile($0.path) }
        defer { (state.files, state.isAnyway) = (files, false) }
        return state.isAnyway || files != state.files
      }
      guard isMeant || failures > 0 else { return }
      let isLastWord = failures >= times.completing
      if await read(isLastWord) || isLastWord { return }
      failures += 1
      if try await isQuiet(since: seen, for: times.completing) {
        _ = await read(true)
        return
      }
    }
  }

  /// Waits until nothing has happened for a while, or for long enough.
  ///
  /// - Returns: how often something had happened by then.
  private func settled() async throws -> Int {
    var seen = changes.withLock(\.self)
    for _ in 0..<times.patience {
      try await sleep(times.settling)
      let now = changes.withLock(\.self)
      if now == seen { break }
      seen = now
    }
    return seen
  }

  private func isQuiet(since seen: Int, for count: Int) async throws -> Bool {
    for _ in 0..<count {
      try await sleep(times.settling)
      if changes.withLock(\.self) != seen { return false }
    }
    return true
  }
}

/// A file that a ``FileWatcher`` compares with its state at the creation of this value: create it before you read the
/// file.
package struct WatchedFile: Sendable, Hashable {
  /// The path of the file.
  package let path: String
  let mark: FileMark?

  /// A file as it is now, whether or not it is there.
  package init(_ path: String) {
    self.path = path
    mark = FileMark(path)
  }

  /// Whether the path now leads to another file, or to a changed one.
  var hasChanged: Bool { FileMark(path) != mark }
}
