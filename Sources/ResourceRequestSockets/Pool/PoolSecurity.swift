// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux)
  import ResourceRequestCore

  /// What the connections of a pool agree on for TLS.
  final class PoolSecurity {
    /// The most sessions kept to be resumed.
    private static var mostResumptions: Int { 4 }

    private var material: TLSMaterial
    /// The name or address that the server's certificate must have.
    private let host: String
    /// Whether a body that the connection ends is complete without TLS's `close_notify`.
    let acceptsCut: Bool
    private var resumptions: [TLSResumption] = []
    /// How often in a row a handshake failed that was to resume a session.
    private var rejections = 0
    /// When the last one was counted: those that were under way by then are not counted again.
    private var rejectedAt: UInt64 = 0
    private static var mostRejections: Int { 2 }

    init(_ lane: Lane, for request: ResolvedRequest) {
      let options = lane.connection?.value.tls ?? TLSOptions()
      let protocols: [ApplicationProtocol] =
        switch lane.versions {
        case .negotiated: [.http2, .http1_1]
        case .http1_1: [.http1_1]
        case .http2PriorKnowledge: [.http2]
        }
      material = TLSMaterial(options, protocols)
      host = request.connectionPlan?.tlsName ?? lane.origin.host
      acceptsCut = options.closeNotify == .optional
    }

    /// Creates the session of a new connection.
    ///
    /// - Throws: the fault of an option that cannot be used.
    func makeSession(_ loop: LoopCore, for lane: Lane, resuming: Bool, telling exchange: Exchange?)
      throws(ExchangeFault)
      -> TLSSession
    {
      let context = try loop.context(for: material, to: lane.place, telling: exchange)
      // One that was made of files as they were before resumes nothing.
      resumptions.removeAll { [now = loop.now] in $0.context !== context || $0.isStale(at: now) }
      let resumption = resuming ? resumptions.last : nil
      if resumption?.isSingleUse == true { resumptions.removeLast() }
      do throws(TLSFailure) {
        let session = try TLSSession(context, host: host, resumption: resumption)
        session.newSession = { [unowned self] in keep($0) }
        return session
      } catch {
        throw .tls(error, lane.place)
      }
    }

    /// Whether an opening may have better luck with a full handshake: the server could not resume a session, and no other of
    /// them is offered.
    func forgetsSessions(after fault: ExchangeFault, of session: TLSSession?, at now: UInt64) -> Bool {
      if case .tls(.certificateRejected, _, _) = fault { return false }
      guard let session, session.offered != nil else { return false }
      resumptions = []
      if rejections == 0 || session.begun >= rejectedAt {
        rejections += 1
        rejectedAt = now
      }
      return true
    }

    /// A session was resumed.
    func hasResumed() { rejections = 0 }

    /// Whether a session may be resumed later.
    var canResume: Bool { !resumptions.isEmpty }

    /// Whether HTTP/2 is offered.
    var offersHTTP2: Bool { material.protocols.contains(.http2) }

    /// Offers HTTP/1.1 alone.
    func leavesHTTP2() { material.protocols = [.http1_1] }

    private func keep(_ resumption: TLSResumption) {
      guard rejections < PoolSecurity.mostRejections else { return }
      if !resumption.isSingleUse { resumptions.removeAll() }
      if resumptions.count == PoolSecurity.mostResumptions { resumptions.removeFirst() }
      resumptions.append(resumption)
    }
  }

  extension Lane {
    /// The destination for errors.
    var place: String { endpoint.map { "\(origin) at endpoint \($0)" } ?? origin.description }
  }

  extension ExchangeFault {
    /// A failure of TLS with a place.
    static func tls(_ failure: TLSFailure, _ place: String) -> ExchangeFault {
      .tls(failure.code, failure.message(place), certainlyUnread: failure.isBeforeRequest)
    }
  }
#endif
