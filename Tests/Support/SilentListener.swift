// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port that never completes a connection: its queue of unaccepted connections is full.
///
/// For connect timeouts, without an address that would need a network. Linux drops further connection attempts
/// silently; other systems may refuse them instead.
public final class SilentListener: Sendable {
  /// The port that stays silent.
  public let port: Int

  /// The listening address.
  public let address: String

  private let descriptors: [Int32]

  /// Starts listening and fills the queue.
  ///
  /// - Parameters:
  ///   - address: an IPv4 address of this machine; on Linux, any that starts with 127.
  ///   - port: the port; 0 selects a free one.
  /// - Throws: `ScriptedServerError` if the system refuses.
  public init(address: String = "127.0.0.1", port: Int = 0) throws {
    self.address = address
    let (listener, port) = try Sockets.bound(.ipv4, to: address, port: port)
    guard listen(listener, 0) == 0 else {
      let code = errno
      close(listener)
      throw ScriptedServerError.system(call: "listen", errno: code)
    }
    self.port = port
    // A queue of length 0 still holds one connection; the others fill it if a system rounds up.
    descriptors = try [listener] + (0..<4).map { _ in try Sockets.beginConnect(.ipv4, to: address, port: port) }
  }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Whether a connection attempt is accepted or refused within a fifth of a second.
  func answers() throws -> Bool {
    let descriptor = try Sockets.beginConnect(.ipv4, to: address, port: port)
    defer { close(descriptor) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&polled, 1, 200) > 0
  }

  /// The local ports of the connections that fill the queue.
  public var fillingPorts: Set<Int> { Set(descriptors.dropFirst().map { Sockets.port(of: $0) }) }

  /// The URL of a path on the silent port.
  public func url(_ path: String = "/") -> String { "http://\(address):\(port)\(path)" }
}
