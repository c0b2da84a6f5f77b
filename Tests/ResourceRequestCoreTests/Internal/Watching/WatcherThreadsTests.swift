// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import ResourceRequestCore

  /// The threads of many watchers, in a process of its own, whose threads nothing else makes.
  struct WatcherThreadsTests {
    @Test func `watchers that are told and let go of leave no threads`() async {
      await #expect(processExitsWith: .success) {
        func count(_ folder: String) throws -> Int { try FileManager.default.contentsOfDirectory(atPath: folder).count }
        let folder = try WatchedFolder()
        try folder.write("old", to: "watched")
        /// Makes as many watchers, changes their file, and lets go of them once all were told.
        func use(_ number: Int) async throws {
          let (told, tell) = AsyncStream.makeStream(of: Int.self)
          let all = (0..<number).compactMap { index in ChangeNotices { tell.yield(index) } }
          #expect(all.count == number)
          for notices in all { #expect(notices.listen(to: [PathTrail(folder["watched"])])) }
          try folder.write("new", to: "watched")
          var left = Set(0..<number)
          for await index in told {
            left.remove(index)
            if left.isEmpty { break }
          }
        }
        // What the first one starts, the process keeps.
        try await use(1)
        let threads = try count("/proc/self/task")
        for _ in 0..<4 { try await use(25) }
        // The pool may have had a thread less than it has cores.
        let most = threads + ProcessInfo.processInfo.activeProcessorCount + 2
        let now = try count("/proc/self/task")
        #expect(now <= most, "\(now) threads, \(threads) before")
      }
    }
  }
#endif
