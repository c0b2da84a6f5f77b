// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import FoundationEssentials
  import TestSupport

  /// What this process has of the system: threads, descriptors, and bytes of memory.
  ///
  /// Other tests of the process have theirs, so a difference counts only where it is that of many calls.
  struct HeldResources {
    let threads: Int
    let descriptors: Int
    let memory: Int

    static func now() throws -> HeldResources {
      let sizes = try text(of: "/proc/self/statm").split(separator: " ")
      return HeldResources(
        threads: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count,
        descriptors: try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count,
        memory: (sizes.dropFirst().first.flatMap { Int($0) } ?? 0) * 4096
      )
    }

    /// Waits until no more than so many threads and descriptors beyond these are there.
    ///
    /// - Returns: what was there last.
    func waitForReturn(within slack: Int) async throws -> HeldResources {
      try await Self.waitFor { now in
        now.threads < threads + slack && now.descriptors < descriptors + slack
      }
    }

    /// Looks again and again, until what is held is as it should be, or the limit of time is reached.
    private static func waitFor(_ isEnough: (HeldResources) throws -> Bool) async throws -> HeldResources {
      let end = ContinuousClock.now + TimeLimit.standard
      while true {
        let held = try now()
        if try isEnough(held) || ContinuousClock.now > end { return held }
        await Task.yield()
      }
    }

    /// Waits until this process has no connection that begins or ends at a port of this machine.
    ///
    /// - Returns: how many there were last.
    static func waitForNoConnections(at port: Int) async throws -> Int {
      let end = ContinuousClock.now + TimeLimit.standard
      while true {
        let count = try connectionCount(at: port)
        if count == 0 || ContinuousClock.now > end { return count }
        await Task.yield()
      }
    }

    /// How many descriptors of this process are connections with a port of this machine at either end, by the system's
    /// tables.
    private static func connectionCount(at port: Int) throws -> Int {
      let hexadecimal = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
      let lines = try text(of: "/proc/net/tcp").split(separator: "\n").map { $0.split(separator: " ") }
      let ours = lines.filter { $0.count > 9 && ($0[1].hasSuffix(end) || $0[2].hasSuffix(end)) }
      // Those without a number are the system's alone, and wait for their time.
      let sockets = Set(ours.map { "socket:[\($0[9])]" })
      if sockets.isEmpty { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        // One that is closed meanwhile leads nowhere.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")).map(sockets.contains)
          ?? false
      }
    }

    private static func text(of path: String) throws -> String {
      try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }
#endif
