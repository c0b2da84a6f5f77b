// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestPlatform

  /// Writes what a link has to say.
  extension Connection {
    /// The most bytes that are gathered at once: one record of TLS.
    private static var record: Int { 16 << 10 }
    /// The most bytes that wait for the system.
    private static var mostWaiting: Int { 128 << 10 }

    /// Sends what the link has gathered at the end of this turn, with all that comes until then.
    func flushSoon() {
      guard !isToBeFlushed else { return }
      isToBeFlushed = true
      loop.toBeFlushed.append(self)
    }

    /// Sends what the link has, up to its share of the turn; afterwards a connection whose server broke the protocol, or
    /// that nobody needs, is closed.
    func flushHTTP2() {
      guard let link else { return }
      flush(link)
      guard !isClosed else { return }
      if let reason = link.violation {
        link.fail(.violation("\(pool.place) broke the protocol: \(reason)"), reason)
        close()
      } else if link.isOver {
        close()
      }
    }

    /// Sends what the link has, until the system takes no more.
    func flush(_ link: HTTP2Link) {
      let granted = min(Connection.writeShare, loop.writeTurnShare)
      var share = granted
      defer { loop.writeTurnShare -= granted - share }
      while true {
        if let tls {
          guard flush(tls), !tls.isWithinMessage else { return }
        } else {
          guard flushPlain(link) else { return }
        }
        link.isFlushed()
        guard link.wantsWrite, !isClosed else { return }
        guard share > 0 else { return loop.continueNextTurn(self) }
        link.gather(into: out, upTo: tls == nil ? Connection.mostWaiting : Connection.record)
        guard !out.isEmpty else { return }
        share -= out.count
        if let tls {
          // Encrypted while there is room for it; the system gets several records at once.
          repeat {
            if let failure = tls.write(out.bytes) {
              link.fail(.tls(failure, pool.place), nil)
              return close()
            }
            out.drop(out.count)
            link.isTaken(allBut: 0)
            // A body that ends in a failure may have ended the connection.
            guard !isClosed else { return }
            if tls.output.count < Connection.mostWaiting, link.wantsWrite {
              link.gather(into: out, upTo: Connection.record)
              share -= out.count
            }
          } while !out.isEmpty
        }
      }
    }

    /// Sends the bytes before TLS; `false` if the system takes no more now.
    private func flushPlain(_ link: HTTP2Link) -> Bool {
      while !out.isEmpty {
        guard isWritable else { return false }
        let count = systemSend(socket, out.bytes)
        if count > 0 {
          out.drop(count)
          link.isTaken(allBut: out.count)
          bytesSent += count
          lastActivity = loop.now
        } else if errno != EINTR {
          isWritable = false
          if errno != EAGAIN, errno != EWOULDBLOCK { brokeOff(errno) }
          return false
        }
      }
      return true
    }
  }
#endif
