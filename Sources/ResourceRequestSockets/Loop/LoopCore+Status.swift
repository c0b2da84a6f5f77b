// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore
  import ResourceRequestLoop

  /// What other threads are told of the connections.
  extension LoopCore {
    /// Answers who asked which connections there are.
    func answer(_ questions: [ConnectionQuestion]) {
      guard !questions.isEmpty else { return }
      var list = poller.owners.compactMap { ($0 as? Connection)?.status }
      for pool in pools.values { list += pool.openings.values.map(\.status) }
      for question in questions { question.answer(list) }
    }

    /// The seconds since a moment.
    fileprivate func seconds(since moment: UInt64) -> Double {
      now > moment ? Double(now - moment) / 1_000_000_000 : 0
    }
  }

  extension Connection {
    /// What is told of it; `nil` while its opening tells.
    fileprivate var status: ConnectionStatus? {
      let kind: ConnectionStatus.State
      var active = 0
      switch state {
      case .handshaking, .closed: return nil
      case .idle: kind = lifetime?.hasEnded == true ? .draining : .idle
      case .lent(let exchange):
        active = 1
        kind = hasPeerEnded || exchange.options.lifetime?.hasEnded == true ? .draining : .inUse
      case .shared(let link):
        active = link.count
        let isDraining = link.isClosing || hasPeerEnded || active == 0 && lifetime?.hasEnded == true
        kind = isDraining ? .draining : active == 0 ? .idle : .shared
      }
      var status = pool.status(kind, age: loop.seconds(since: history.connected))
      status.active = active
      if active == 0 {
        status.idleTime = loop.seconds(since: max(lastActivity, history.connected, history.secured))
      }
      status.httpVersion = link == nil ? "HTTP/1.1" : "HTTP/2"
      status.tlsVersion = tls?.version
      status.requests = served
      tell(&status)
      return status
    }

    /// What is known of it from the first byte on.
    fileprivate func tell(_ status: inout ConnectionStatus) {
      status.peer = peer.map { HostAddress.text($0.address, port: $0.port) }
      status.bytesSent = bytesSent
      status.bytesReceived = bytesReceived
    }
  }

  extension Opening {
    /// What is told of the connection that is being opened.
    fileprivate var status: ConnectionStatus {
      var status = pool.status(.opening, age: pool.loop.seconds(since: begun))
      handshaking?.tell(&status)
      return status
    }
  }

  extension OriginPool {
    fileprivate func status(_ state: ConnectionStatus.State, age: Double) -> ConnectionStatus {
      ConnectionStatus(origin: "\(lane.origin)", endpoint: lane.endpoint.map { "\($0)" }, state: state, age: age)
    }
  }
#endif
