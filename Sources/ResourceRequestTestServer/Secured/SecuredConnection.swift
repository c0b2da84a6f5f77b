// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestConformance

  /// A connection with TLS, and the protocol that both ends agree on.
  final class SecuredConnection: LoopbackSession {
    private enum Stage {
      case handshake
      case talking
      /// What is to be sent is sent; then nothing more is.
      case ending
      case draining
      case closed
    }

    let descriptor: Int32
    private let tls: ServerTLS
    private let makeConversation: (_ isHTTP2: Bool) -> (any Conversation)?
    private var conversation: (any Conversation)?
    private var outgoing: ArraySlice<UInt8> = []
    private var stage = Stage.handshake

    /// - Parameters:
    ///   - descriptor: the socket, which it owns.
    ///   - tls: the server's end of TLS.
    ///   - makeConversation: begins the protocol that was agreed on.
    init(_ descriptor: Int32, _ tls: ServerTLS, _ makeConversation: @escaping (_ isHTTP2: Bool) -> (any Conversation)?)
    {
      (self.descriptor, self.tls, self.makeConversation) = (descriptor, tls, makeConversation)
    }

    func close() {
      if case .closed = stage { return }
      LoopbackSocket.end(descriptor)
      (stage, outgoing) = (.closed, [])
    }

    func advance(_ now: ContinuousClock.Instant) -> LoopbackWish {
      // Then it is the turn of others.
      for _ in 0..<64 {
        let wish = outgoing.isEmpty ? goOn(now) : nil
        if case .closed = stage { return .closed }
        outgoing += tls.takeOutput()
        if outgoing.isEmpty {
          if let wish { return wish }
          continue
        }
        switch LoopbackSocket.write(outgoing.prefix(64 << 10), to: descriptor) {
        case .done(let count): outgoing = outgoing.dropFirst(count)
        case .later: return .writable
        case .closed: close()
        }
      }
      return .moment(now)
    }

    /// One step; `nil` if another may follow at once.
    private func goOn(_ now: ContinuousClock.Instant) -> LoopbackWish? {
      switch stage {
      case .handshake:
        switch tls.handshake() {
        case .done:
          conversation = makeConversation(tls.speaksHTTP2)
          stage = .talking
          takePlaintext()
          return nil
        case .wantsMore: return hasRead() ? nil : .readable
        case .failed:
          stage = .ending
          return nil
        }
      case .talking: return talk(now)
      case .ending:
        // The last words have been sent.
        LoopbackSocket.endSending(descriptor)
        stage = .draining
        return nil
      case .draining:
        switch LoopbackSocket.read(from: descriptor) {
        case .done(let bytes) where !bytes.isEmpty: return nil
        case .later: return .readable
        case .done, .closed:
          close()
          return nil
        }
      case .closed: return .closed
      }
    }

    private func talk(_ now: ContinuousClock.Instant) -> LoopbackWish? {
      switch conversation?.advance(now) {
      case .send(let bytes): tls.write(bytes)
      case .read(let end): return hasRead() ? nil : end.map { .readableUntil($0) } ?? .readable
      case .pause(let end): return .moment(end)
      case .hold: return .end
      case .reset:
        LoopbackSocket.reset(descriptor)
        stage = .closed
      case .end, nil:
        tls.end()
        stage = .ending
      }
      return nil
    }

    /// Reads what is there; `false` for nothing.
    private func hasRead() -> Bool {
      switch LoopbackSocket.read(from: descriptor) {
      case .done(let bytes) where !bytes.isEmpty:
        tls.give(bytes)
        takePlaintext()
      case .later: return false
      case .done, .closed: if conversation == nil { close() } else { conversation?.receive([]) }
      }
      return true
    }

    private func takePlaintext() {
      guard conversation != nil else { return }
      let (plain, isEnd) = tls.read()
      if !plain.isEmpty { conversation?.receive(plain) }
      if isEnd { conversation?.receive([]) }
    }
  }

  /// The server's end of a protocol over one connection: plaintext in and out, without a socket.
  protocol Conversation {
    /// Takes what the client has sent; nothing at its end.
    mutating func receive(_ bytes: [UInt8])

    /// What is to be done next.
    mutating func advance(_ now: ContinuousClock.Instant) -> ConversationMove
  }

  /// What a conversation has its connection do.
  enum ConversationMove {
    case send([UInt8])
    /// Read, and go on; until a time at the latest.
    case read(until: ContinuousClock.Instant?)
    /// Go on at a time, without reading.
    case pause(until: ContinuousClock.Instant)
    /// Nothing, until the server ends.
    case hold
    case end
    case reset
  }
#endif
