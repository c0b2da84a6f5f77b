// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The loopback address a server listens on.
public enum LoopbackAddress: Sendable, Hashable {
  /// `127.0.0.1`.
  case ipv4
  /// `::1`.
  case ipv6

  /// The host as written in a URL.
  public var urlHost: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}

/// The few socket calls the servers need, with errors instead of return codes.
enum Sockets {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    static let noSignal: Int32 = 0
  #elseif canImport(Musl)
    private static let stream = SOCK_STREAM
    static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// The length of the accept queue: more than any test opens at once, or as many as the system allows.
  ///
  /// A handshake that completes while the queue is full is dropped, and a client that considers it complete is reset a
  /// minute later, when the system has given up retransmitting.
  static let backlog: Int32 = 4096

  static func make(_ address: LoopbackAddress) throws -> Int32 {
    let descriptor = socket(address == .ipv4 ? AF_INET : AF_INET6, stream, 0)
    guard descriptor >= 0 else { throw ScriptedServerError.system(call: "socket", errno: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    #if canImport(Darwin)
      set(descriptor, level: SOL_SOCKET, option: SO_NOSIGPIPE, to: 1)
    #endif
    return descriptor
  }

  /// A socket bound to a loopback port, a free one for 0, and that port.
  static func bound(
    _ address: LoopbackAddress,
    to text: String = "127.0.0.1",
    port: Int = 0
  ) throws -> (descriptor: Int32, port: Int) {
    let descriptor = try make(address)
    guard withAddress(address, text, port: port, { bind(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      throw ScriptedServerError.system(call: "bind", errno: code)
    }
    return (descriptor, Self.port(of: descriptor))
  }

  /// Begins to connect without waiting for the outcome.
  static func beginConnect(
    _ address: LoopbackAddress,
    to text: String = "127.0.0.1",
    port: Int
  ) throws -> Int32 {
    let descriptor = try make(address)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    _ = withAddress(address, text, port: port) { connect(descriptor, $0, $1) }
    return descriptor
  }

  /// Connects and waits until the connection is established.
  static func connected(_ address: LoopbackAddress, port: Int) throws -> Int32 {
    let descriptor = try make(address)
    guard withAddress(address, port: port, { connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      throw ScriptedServerError.system(call: "connect", errno: code)
    }
    return descriptor
  }

  static func set(_ descriptor: Int32, level: Int32, option: Int32, to value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Disables Nagle's algorithm, so that small writes are sent separately.
  static func sendAtOnce(_ descriptor: Int32) {
    set(descriptor, level: Int32(IPPROTO_TCP), option: TCP_NODELAY, to: 1)
  }

  /// Makes the next `close` send a reset instead of an orderly end.
  static func resetOnClose(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
  }

  static func shutdownWriting(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  static func shutdownBoth(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Writes some of the bytes and returns how many.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws -> Int {
    while true {
      let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EPIPE, ECONNRESET: throw ScriptedServerError.closedByPeer
      case let code: throw ScriptedServerError.system(call: "send", errno: code)
      }
    }
  }

  /// Reads the available bytes, at most `limit`; empty at the end of the stream.
  static func read(from descriptor: Int32, limit: Int) throws -> [UInt8] {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
        count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        initialized = max(0, count)
      }
      if count >= 0 { return bytes }
      switch errno {
      case EINTR: continue
      case ECONNRESET: throw ScriptedServerError.closedByPeer
      case let code: throw ScriptedServerError.system(call: "recv", errno: code)
      }
    }
  }

  static func port(of descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      _ = getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
      // The port is at the same offset in both address families, in network byte order.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  private static func withAddress(
    _ address: LoopbackAddress,
    _ text: String = "127.0.0.1",
    port: Int,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    switch address {
    case .ipv4:
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = in_port_t(port).bigEndian
      _ = inet_pton(AF_INET, text, &value.sin_addr)
      return reinterpret(&value, body)
    case .ipv6:
      var value = sockaddr_in6()
      value.sin6_family = sa_family_t(AF_INET6)
      value.sin6_port = in_port_t(port).bigEndian
      value.sin6_addr = in6addr_loopback
      return reinterpret(&value, body)
    }
  }

  private static func reinterpret<Address>(
    _ address: inout Address,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
