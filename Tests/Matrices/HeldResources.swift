// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if os(Linux)
  import FoundationEssentials
  import TestSupport

  /// The system resources that this process holds: threads, descriptors and bytes of memory.
  ///
  /// Other tests of the process hold some too, so only differences as large as many calls make count.
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

    /// Waits until threads and descriptors exceed these by less than `slack`.
    ///
    /// - Returns: the last values.
    func waitForReturn(within slack: Int) async throws -> HeldResources {
      try await Self.waitFor { now in
        now.threads < threads + slack && now.descriptors < descriptors + slack
      }
    }

    /// Repeats until the values suffice or the time limit is reached.
    private static func waitFor(_ isEnough: (HeldResources) throws -> Bool) async throws -> HeldResources {
      let end = ContinuousClock.now + TimeLimit.standard
      while true {
        let held = try now()
        if try isEnough(held) || ContinuousClock.now > end { return held }
        await Task.yield()
      }
    }

    /// Waits until this process has no connection with this port at either end.
    ///
    /// - Returns: the last number of connections.
    static func waitForNoConnections(at port: Int) async throws -> Int {
      let end = ContinuousClock.now + TimeLimit.standard
      while true {
        let count = try connectionCount(at: port)
        if count == 0 || ContinuousClock.now > end { return count }
        await Task.yield()
      }
    }

    /// The number of this process's descriptors that are connections with this port at either end, by the system's
    /// tables.
    private static func connectionCount(at port: Int) throws -> Int {
      let hexadecimal = String(port, radix: 16, uppercase: true)
      let end = ":" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
      let lines = try text(of: "/proc/net/tcp").split(separator: "\n").map { $0.split(separator: " ") }
      let ours = lines.filter { $0.count > 9 && ($0[1].hasSuffix(end) || $0[2].hasSuffix(end)) }
      // Sockets with the inode 0 are held by the system alone, until their time is over.
      let sockets = Set(ours.map { "socket:[\($0[9])]" })
      if sockets.isEmpty { return 0 }
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
        // A descriptor that was closed meanwhile has no destination.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")).map(sockets.contains)
          ?? false
      }
    }

    private static func text(of path: String) throws -> String {
      try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }
#endif
