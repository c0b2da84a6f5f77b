// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import TestSupport
import Testing

/// A server of the system, at a socket in a folder of its own, that ends with the test.
final class ValkeyServer {
  let folder = FileManager.default.temporaryDirectory.appending(path: "valkey-\(UUID().uuidString.prefix(8))")
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
    try await until {
      try #require(process.isRunning, "redis-server does not start")
      return listens(at: socket)
    }
  }

  /// A server with TLS as well, at a port of loopback, that asks for certificates of its own authority.
  static func secured(
    _ options: [String] = []
  ) async throws -> (server: ValkeyServer, port: Int, certificate: String, key: String) {
    let place = FileManager.default.temporaryDirectory.appending(path: "valkey-tls-\(UUID().uuidString.prefix(8))").path
    let (certificate, key, port) = (place + ".crt", place + ".key", try freePort())
    try run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=cache", "-addext", "subjectAltName=DNS:cache.test,IP:127.0.0.1", "-keyout", key, "-out",
      certificate,
    ])
    let server = try await ValkeyServer(
      [
        "--tls-port", "\(port)", "--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file",
        certificate,
      ] + options
    )
    return (server, port, certificate, key)
  }

  /// Three servers of a cluster, each with a third of the slots.
  static func cluster() async throws -> [(server: ValkeyServer, port: Int)] {
    var servers: [(server: ValkeyServer, port: Int)] = []
    for _ in 0..<3 {
      let (port, bus) = (try freePort(), try freePort())
      // The last option of a name counts.
      let server = try await ValkeyServer([
        "--port", "\(port)", "--bind", "127.0.0.1", "--cluster-enabled", "yes", "--cluster-port", "\(bus)",
        "--cluster-require-full-coverage", "no",
      ])
      try server.command(["config", "set", "cluster-announce-ip", "127.0.0.1"])
      if let first = servers.first {
        let buses = try first.server.command(["config", "get", "cluster-port"]).split(whereSeparator: \.isWhitespace)
        try server.command(["cluster", "meet", "127.0.0.1", "\(first.port)", String(try #require(buses.last))])
      }
      let share = [(0, 5_460), (5_461, 10_922), (10_923, 16_383)][servers.count]
      try server.command(["cluster", "addslotsrange", "\(share.0)", "\(share.1)"])
      servers.append((server, port))
    }
    for (server, _) in servers {
      try await until {
        try server.command(["cluster", "slots"]).hasLines(containing: servers.map { "\($0.port)" })
          && server.command(["cluster", "info"]).contains("cluster_state:ok")
      }
    }
    return servers
  }

  /// Has the server do something, past the store.
  @discardableResult
  func command(_ arguments: [String]) throws -> String {
    try Self.run(["redis-cli", "-s", socket] + arguments)
  }

  /// Begins to have it do something, and does not wait for the end.
  func begin(_ arguments: [String]) throws {
    let client = Process()
    client.executableURL = URL(filePath: "/usr/bin/env")
    client.arguments = ["redis-cli", "-s", socket] + arguments
    client.standardOutput = FileHandle.nullDevice
    client.standardError = FileHandle.nullDevice
    try client.run()
  }

  @discardableResult
  private static func run(_ words: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
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

/// A port of loopback that nobody has.
private func freePort() throws -> Int {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
    }
  }
  try #require(result == 0)
  return Int(UInt16(bigEndian: address.sin_port))
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

extension String {
  /// Whether each of the texts is a line.
  fileprivate func hasLines(containing texts: [String]) -> Bool {
    let lines = Set(split(whereSeparator: \.isNewline))
    return texts.allSatisfy { lines.contains(Substring($0)) }
  }
}
