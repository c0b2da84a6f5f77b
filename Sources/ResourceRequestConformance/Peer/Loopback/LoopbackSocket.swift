// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// The system calls of the servers; all sockets are non-blocking.
package enum LoopbackSocket {
  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let noSignal: Int32 = 0
  #elseif canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = Int32(SOCK_STREAM)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// The outcome of reading or writing.
  package enum Outcome<Value> {
    case done(Value)
    /// It would block.
    case later
    /// The other side has closed or reset the connection.
    case closed
  }

  /// Binds a socket to a free port and returns it with its authority.
  static func bound(_ address: ConformanceAddress) throws -> (listener: Int32, authority: String) {
    let descriptor = try made(address)
    guard withSocketAddress(address, port: 0, { bind(descriptor, $0, $1) }) == 0 else {
      defer { end(descriptor) }
      throw failure("bind")
    }
    let host = address == .ipv4 ? "127.0.0.1" : "[::1]"
    return (descriptor, "\(host):\(port(of: descriptor))")
  }

  /// A port with a full backlog: Linux silently drops further connection attempts.
  static func full(_ address: ConformanceAddress) throws -> (descriptors: [Int32], authority: String) {
    let (listener, authority) = try bound(address)
    var descriptors = [listener]
    do {
      try listens(listener, queue: 0)
      // A backlog of 0 still holds one connection; the others are there in case a system rounds up.
      for _ in 0..<4 {
        let descriptor = try made(address)
        descriptors.append(descriptor)
        _ = withSocketAddress(address, port: port(of: listener)) { connect(descriptor, $0, $1) }
      }
    } catch {
      for descriptor in descriptors { end(descriptor) }
      throw error
    }
    return (descriptors, authority)
  }

  static func listens(_ descriptor: Int32, queue: Int32 = 128) throws {
    guard listen(descriptor, queue) == 0 else { throw failure("listen") }
  }

  /// Accepts the next connection; `nil` if there is none.
  static func accepted(from listener: Int32) -> Int32? {
    let descriptor = accept(listener, nil, nil)
    guard descriptor >= 0 else { return nil }
    prepare(descriptor)
    // Small writes are sent at once, so that a drip is a drip.
    set(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, to: 1)
    return descriptor
  }

  package static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Outcome<Int> {
    outcome { bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, noSignal) } }
  }

  /// Reads the available bytes; none at the end of the stream.
  package static func read(from descriptor: Int32) -> Outcome<[UInt8]> {
    var count = Outcome<Int>.later
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, initialized in
      count = outcome { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
      if case .done(let received) = count { initialized = received }
    }
    return switch count {
    case .done: .done(bytes)
    case .later: .later
    case .closed: .closed
    }
  }

  /// Shuts down sending.
  package static func endSending(_ descriptor: Int32) { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Closes with a reset.
  package static func reset(_ descriptor: Int32) {
    var option = linger(l_onoff: 1, l_linger: 0)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    end(descriptor)
  }

  package static func end(_ descriptor: Int32) { _ = close(descriptor) }

  static func failure(_ call: String) -> ConformanceFailure {
    ConformanceFailure("\(call) failed: \(String(cString: strerror(errno)))")
  }

  // MARK: Inside

  private static func made(_ address: ConformanceAddress) throws -> Int32 {
    let descriptor = socket(address == .ipv4 ? AF_INET : AF_INET6, stream, 0)
    guard descriptor >= 0 else { throw failure("socket") }
    prepare(descriptor)
    return descriptor
  }

  private static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      set(descriptor, SOL_SOCKET, SO_NOSIGPIPE, to: 1)
    #endif
  }

  private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, to value: Int32) {
    var value = value
    _ = setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func outcome(of call: () -> Int) -> Outcome<Int> {
    while true {
      let count = call()
      if count >= 0 { return .done(count) }
      if errno == EINTR { continue }
      return errno == EAGAIN || errno == EWOULDBLOCK ? .later : .closed
    }
  }

  private static func port(of descriptor: Int32) -> Int {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      _ = getsockname(descriptor, base.assumingMemoryBound(to: sockaddr.self), &length)
      // The port has the same offset in both families, in network order.
      return Int(bytes[2]) << 8 | Int(bytes[3])
    }
  }

  private static func withSocketAddress(
    _ address: ConformanceAddress,
    port: Int,
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    switch address {
    case .ipv4:
      var value = sockaddr_in()
      value.sin_family = sa_family_t(AF_INET)
      value.sin_port = in_port_t(port).bigEndian
      value.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
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
