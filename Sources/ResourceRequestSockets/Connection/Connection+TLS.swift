// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestPlatform

  /// Reads and writes through TLS.
  extension Connection {
    /// Up to how many bytes are encrypted before the system has taken them.
    private static var mostEncrypted: Int { 128 << 10 }

    /// Begins the handshake, or goes on with it.
    func handshake() {
      guard case .handshaking(let opening) = state, let tls else { return }
      let progress = tls.handshake()
      // Also the alert that says why it failed.
      _ = flush(tls)
      switch progress {
      case .wantsMore: break
      case .failed(let failure): opening.failed(.tls(failure, pool.place))
      case .done: opening.isSecured(self)
      }
    }

    /// Decrypts ciphertext of the peer and takes what it says.
    func decrypt(_ cipher: UnsafeRawBufferPointer, by tls: TLSSession) {
      tls.give(cipher)
      defer { tls.keepRest() }
      if case .handshaking = state {
        handshake()
        // What follows may be the first bytes of the application.
        guard tls.isEstablished, !isClosed else { return }
        if link == nil, tls.hasPlaintext { spokeFirst = true }
      }
      drain(tls)
    }

    /// Goes on with what was left undecrypted while nobody had room for it; `false` if nobody has still.
    func continueTLS() -> Bool {
      guard let tls, !isClosed, exchange?.incoming.isPaused != true, tls.isEstablished, tls.hasUnread else {
        return !isClosed
      }
      drain(tls)
      return !isClosed
    }

    private func drain(_ tls: TLSSession) {
      let hasWaited = tls.isWithinMessage
      // What could not be encrypted meanwhile goes on.
      defer { if hasWaited, !isClosed, !tls.isWithinMessage { loop.continueNextTurn(self) } }
      while !isClosed, exchange?.incoming.isPaused != true {
        guard loop.turnShare > 0 else { return loop.continueNextTurn(self) }
        let place = placeForBody(loop.plaintext.count)
        let buffer = place ?? loop.plaintext
        switch tls.read(into: buffer) {
        case .bytes(let count) where place != nil: tookBody(count)
        case .bytes(let count): take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        case .wantsMore: return
        case .closed:
          isReadable = false
          return ended(nil)
        case .failed(let failure):
          _ = flush(tls)
          return broke(failure)
        }
      }
    }

    private func broke(_ failure: TLSFailure) {
      hasPeerEnded = true
      if let link {
        link.fail(.tls(failure, pool.place), nil)
        return close()
      }
      guard let exchange else { return close() }
      guard !exchange.incoming.hasEnded else { return loop.finish(exchange, isKept: false) }
      fail(exchange, .tls(failure, pool.place))
    }

    /// Whether the peer has said something that was not asked for.
    func hasUnreadPlaintext(_ tls: TLSSession) -> Bool {
      guard tls.hasUnread else { return false }
      var byte: UInt8 = 0
      return withUnsafeMutableBytes(of: &byte) { tls.read(into: $0) } != .wantsMore
    }

    /// Encrypts bytes of a request and sends them; returns how many were taken.
    func send(_ bytes: UnsafeRawBufferPointer, of exchange: Exchange, by tls: TLSSession) -> Int {
      guard tls.output.count < Connection.mostEncrypted else {
        isWritable = false
        return 0
      }
      let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(Connection.mostEncrypted))
      if let failure = tls.write(part) {
        fail(exchange, .tls(failure, pool.place))
        return 0
      }
      exchange.isSent()
      exchange.outgoing.wireBytes += part.count
      _ = flush(tls)
      return isClosed ? 0 : part.count
    }

    /// Sends ciphertext; `false` if the system takes no more now.
    func flush(_ tls: TLSSession) -> Bool {
      while !tls.output.isEmpty {
        guard isWritable else { return false }
        let bytes = tls.output.bytes
        let count = systemSend(socket, bytes)
        if count > 0 {
          tls.output.drop(count)
          bytesSent += count
          lastActivity = loop.now
          continue
        }
        if errno == EINTR { continue }
        isWritable = false
        if errno != EAGAIN, errno != EWOULDBLOCK { brokeOff(errno) }
        return false
      }
      return true
    }

    /// Says that nothing follows (RFC 8446 §6.1), if the system takes it at once.
    func sayGoodbye() {
      if let link, !hasPeerEnded {
        link.sayGoodbye()
        flush(link)
      }
      guard let tls, tls.isEstablished, !hasPeerEnded, !isClosed else { return }
      tls.close()
      let bytes = tls.output.bytes
      if !bytes.isEmpty { _ = systemSend(socket, bytes) }
    }
  }

  /// Sends bytes without a signal where the peer has closed the connection.
  func systemSend(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Sends bytes of two places, and the end of a line behind them, in one call and in the same way.
  func systemSend(
    _ socket: Int32,
    _ bytes: UnsafeRawBufferPointer,
    and next: UnsafeRawBufferPointer,
    endsLine: Bool
  ) -> Int {
    let end: StaticString = "\r\n"
    return withUnsafeTemporaryAllocation(of: iovec.self, capacity: 3) { parts in
      parts.initializeElement(at: 0, to: iovec(iov_base: .init(mutating: bytes.baseAddress), iov_len: bytes.count))
      parts.initializeElement(at: 1, to: iovec(iov_base: .init(mutating: next.baseAddress), iov_len: next.count))
      parts.initializeElement(at: 2, to: iovec(iov_base: .init(mutating: end.utf8Start), iov_len: 2))
      var message = msghdr()
      (message.msg_iov, message.msg_iovlen) = (parts.baseAddress, endsLine ? 3 : 2)
      return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
    }
  }
#endif
