// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Testing

/// Sends raw bytes to a server on loopback and returns everything it sends back, for requests that no client sends.
enum RawExchange {
  /// Sends bytes and reads until the connection ends, on a thread outside of Swift's pool.
  ///
  /// - Parameters:
  ///   - chunks: the bytes to send; those that cannot be sent any more are dropped.
  ///   - url: the server's URL, such as `http://127.0.0.1:8080`.
  /// - Returns: the bytes received.
  /// - Throws: an error if the connection cannot be opened.
  static func send(_ chunks: [Data], to url: String) async throws -> String {
    let port = try #require(URL(string: url)?.port)
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try exchange(chunks, port: UInt16(port)) }) }
    }
  }

  /// Sends a text and reads until the connection ends.
  static func send(_ text: String, to url: String) async throws -> String {
    try await send([Data(text.utf8)], to: url)
  }

  private static func exchange(_ chunks: [Data], port: UInt16) throws -> String {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    sending: for chunk in chunks {
      var rest = chunk
      while !rest.isEmpty {
        let flags = Int32(MSG_NOSIGNAL)
        let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
        guard count > 0 else { break sending }
        rest = rest.dropFirst(count)
      }
    }
    var received = Data()
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      guard count > 0 else { return String(decoding: received, as: UTF8.self) }
      received += block[..<count]
    }
  }
}
