// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Synchronization

/// A server that answers the first connection with bytes of its own, whatever it gets.
final class JunkServer: Sendable {
  struct Failed: Error {}

  let port: Int
  private let listener: Int32

  /// Whether a command has come behind the greeting.
  var hasBeenAsked: Bool { asked.isSet.load(ordering: .acquiring) }
  private let asked = Flag()
  private let mayReply: Flag

  private final class Flag: Sendable {
    let isSet: Atomic<Bool>

    init(_ isSet: Bool = false) { self.isSet = Atomic(isSet) }
  }

  /// Listens, and sends the first caller these bytes; with `drip` it goes on, by a byte every 10 ms.
  ///
  /// - Parameters:
  ///   - bytes: what the caller gets, whatever it sends.
  ///   - drip: whether more follows, byte by byte.
  ///   - time: how long the first of the others takes.
  ///   - others: the reply to each command behind the greeting, and to that if there are no bytes.
  ///   - isHeld: whether the others wait for `release()`.
  /// - Throws: an error if the system has no socket.
  init(
    _ bytes: [UInt8],
    drip: Bool = false,
    after time: Duration = .zero,
    then others: [UInt8] = [],
    isHeld: Bool = false
  ) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, address, &length) == 0
      }
    }
    guard isBound else {
      close(listener)
      throw Failed()
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    mayReply = Flag(!isHeld)
    Thread { [asked, mayReply] in
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      var caller = pollfd(fd: connection, events: 0, revents: 0)
      var block = [UInt8](repeating: 0, count: 1 << 16)
      // The greeting, before its reply: what follows would come with it.
      if !others.isEmpty, !bytes.isEmpty { recv(connection, &block, block.count, 0) }
      _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      var pause = time
      while !others.isEmpty, case let count = recv(connection, &block, block.count, 0), count > 0 {
        asked.isSet.store(true, ordering: .releasing)
        poll(&caller, 0, Int32(pause / .milliseconds(1)))
        pause = .zero
        while !mayReply.isSet.load(ordering: .acquiring) { poll(&caller, 0, 1) }
        let commands = block[..<count].count { $0 == UInt8(ascii: "*") }
        let answer = Array(repeatElement(others, count: min(commands, 16)).joined())
        _ = answer.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      while drip, poll(&caller, 1, 10) == 0, send(connection, "x", 1, Int32(MSG_NOSIGNAL)) == 1 {}
      close(connection)
    }.start()
  }

  /// Lets the replies go that are held.
  func release() { mayReply.isSet.store(true, ordering: .releasing) }

  deinit {
    release()
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}
