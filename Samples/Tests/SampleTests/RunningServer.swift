// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation

/// A sample that runs as a server: starts it, reads its URL and ends it.
final class RunningServer {
  /// The URL that it prints on its first line.
  let url: String
  private let process: Process
  private let ended: Task<Int32, any Error>

  /// Starts a server and waits for its URL.
  ///
  /// - Throws: ``NoURL`` if it ends without printing a URL.
  init(_ product: BuiltProduct, _ arguments: [String], environment: [String: String] = [:]) async throws {
    let process = product.process(arguments, environment: environment)
    let pipe = Pipe()
    process.standardOutput = pipe
    self.process = process
    let (ends, end) = AsyncStream.makeStream(of: Int32.self)
    process.terminationHandler = {
      end.yield($0.terminationStatus)
      end.finish()
    }
    try process.run()
    ended = Task {
      for await status in ends { return status }
      throw NoURL()
    }
    var line = ""
    for try await byte in pipe.fileHandleForReading.chunks {
      line += String(decoding: byte, as: UTF8.self)
      if line.contains("\n") { break }
    }
    guard let end = line.firstIndex(of: "\n") else { throw NoURL() }
    url = String(line[..<end])
  }

  /// Ends the server if a test fails before it does so.
  deinit {
    if process.isRunning { process.terminate() }
  }

  /// The server ended without printing a URL.
  struct NoURL: Error {}

  /// Sends a signal and waits for the end; returns the exit status.
  func end(with signal: Int32 = SIGTERM) async throws -> Int32 {
    kill(process.processIdentifier, signal)
    return try await ended.value
  }
}

extension FileHandle {
  /// The bytes as they arrive, read outside of Swift's threads.
  fileprivate var chunks: AsyncStream<Data> {
    AsyncStream { continuation in
      readabilityHandler = { handle in
        let data = handle.availableData
        guard !data.isEmpty else {
          handle.readabilityHandler = nil
          continuation.finish()
          return
        }
        continuation.yield(data)
      }
      continuation.onTermination = { [self] _ in readabilityHandler = nil }
    }
  }
}
