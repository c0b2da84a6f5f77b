// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A blocking TCP client that sends and receives exact bytes, for tests of servers.
public final class RawClient: Sendable {
  private let descriptor: Int32

  /// Connects to a loopback port.
  public init(port: Int, on address: LoopbackAddress = .ipv4) throws {
    descriptor = try Sockets.connected(address, port: port)
  }

  deinit { close(descriptor) }

  /// Sends text as UTF-8, line ends as written.
  public func send(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty { rest = rest.dropFirst(try Sockets.write(rest, to: descriptor)) }
  }

  /// Receives exactly `count` bytes, fewer only at the end of the stream.
  public func receive(_ count: Int) throws -> String {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let more = try Sockets.read(from: descriptor, limit: count - bytes.count)
      if more.isEmpty { break }
      bytes += more
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Receives until the server ends the stream.
  ///
  /// - Throws: ``ScriptedServerError/closedByPeer`` when it ends with a reset.
  public func receiveAll() throws -> String {
    var bytes: [UInt8] = []
    while case let more = try Sockets.read(from: descriptor, limit: 64 << 10), !more.isEmpty { bytes += more }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Ends sending on this side; receiving continues.
  public func closeSending() { Sockets.shutdownWriting(descriptor) }
}
