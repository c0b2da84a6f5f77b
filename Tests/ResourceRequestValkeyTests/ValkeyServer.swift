// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

/// A server of the system, at a socket in a folder of its own, that ends with the test.
final class ValkeyServer {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "valkey-\(UUID().uuidString.prefix(8))")
  private let process = Process()

  /// The server's program; in Debian the package redis-tools has it under another name, and starts no service.
  private static let program = ["redis-server", "redis-check-rdb"].lazy.flatMap { name in
    ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
  }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether there is a server on this machine.
  static var isInstalled: Bool { program != nil }

  var socket: String { folder.path + "/s" }
  var address: String { "unix://" + socket }

  init(_ options: [String] = []) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // It is the server by the name that it is called.
    let called = folder.appending(path: "redis-server")
    try FileManager.default.createSymbolicLink(atPath: called.path, withDestinationPath: try #require(Self.program))
    process.executableURL = called
    process.arguments = ["--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder.path] + options
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // The socket is there a moment before it listens.
    while !listens(at: socket) {
      try #require(process.isRunning, "redis-server does not start")
      await Task.yield()
    }
  }

  /// Has the server do something, past the store.
  @discardableResult
  func command(_ arguments: [String]) throws -> String {
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["redis-cli", "-s", socket] + arguments
    let output = Pipe()
    client.standardOutput = output
    try client.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    client.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// Stops the process where it is, with its connections open.
  func pause() { kill(process.processIdentifier, SIGSTOP) }

  func resume() { kill(process.processIdentifier, SIGCONT) }

  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { end() }
    try? FileManager.default.removeItem(at: folder)
  }
}

/// Whether somebody listens at a Unix-domain socket.
private func listens(at path: String) -> Bool {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
    }
  }
}
