// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux) || Curl && (os(Linux) || os(macOS)) || canImport(Darwin)
  public import ResourceRequestCore
  #if Sockets && os(Linux)
    import ResourceRequestSockets
  #endif
  #if Curl && (os(Linux) || os(macOS))
    import ResourceRequestCurl
  #elseif canImport(Darwin)
    import ResourceRequestFoundation
  #endif

  /// The transport of clients that are created without one.
  ///
  /// On Linux it sends over its own sockets, and over libcurl the requests through a proxy, which the sockets do not
  /// support. The choice depends only on a request's connection options, so an origin's connections and limits are in
  /// one place.
  public final class DefaultTransport: Transport {
    #if Sockets && os(Linux)
      /// `nil` where another transport was chosen.
      private let sockets: SocketTransport?
    #endif
    /// What the sockets do not speak goes here.
    private let others: LateTransport
    /// Its capabilities.
    public let capabilities: TransportCapabilities

    /// Creates a transport.
    ///
    /// - Parameter choice: which of the transports of this build.
    public init(_ choice: TransportChoice = .standard) {
      others = LateTransport(choice)
      #if Sockets && os(Linux)
        guard choice != .curl else {
          sockets = nil
          capabilities = others.made.capabilities
          return
        }
        let sockets = SocketTransport()
        self.sockets = sockets
        capabilities = sockets.capabilities.joined(by: others)
      #else
        capabilities = others.made.capabilities
      #endif
    }

    /// Sends a request and receives its response.
    ///
    /// - Throws: ``TransportFailure``, or `CancellationError`.
    public func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      #if Sockets && os(Linux)
        if let sockets, SocketTransport.refusal(of: request) == nil {
          return try await sockets.send(request, context: context)
        }
      #endif
      return try await others.made.send(request, context: context)
    }
  }

  /// A transport that is created when it is first used, since it has threads.
  private final class LateTransport: Sendable {
    let choice: TransportChoice
    private let transport = Lock<(any Transport)?>(nil)

    init(_ choice: TransportChoice) {
      self.choice = choice
    }

    var made: any Transport {
      if let made = ifMade { return made }
      // Of two that are made at once, one is released again.
      let new = make()
      return transport.withLock { transport in
        let first = transport ?? new
        transport = first
        return first
      }
    }

    var ifMade: (any Transport)? { transport.withLock(\.self) }

    private func make() -> any Transport {
      if choice == .sockets {
        #if Sockets && os(Linux)
          return MissingTransport(remedy: "the sockets use no proxy; choose another transport")
        #else
          return MissingTransport(remedy: "this build has no sockets; on Linux, build with the trait Sockets")
        #endif
      }
      #if Curl && (os(Linux) || os(macOS))
        #if Sockets && os(Linux)
          if choice == .standard { return CurlTransport.besideSockets() }
        #endif
        return CurlTransport()
      #elseif canImport(Darwin)
        if choice == .standard { return URLSessionTransport() }
        return MissingTransport(remedy: "this build has no libcurl; build with the trait Curl")
      #else
        return MissingTransport(remedy: "this build has no libcurl; build with the trait Curl")
      #endif
    }
  }

  /// In the place of a transport that the build does not have.
  private struct MissingTransport: Transport {
    let remedy: String
    var capabilities: TransportCapabilities { TransportCapabilities() }

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      throw TransportFailure(code: .unsupported, message: remedy, phase: .queued)
    }
  }

  extension TransportCapabilities {
    /// The capabilities of two transports of which one may not exist yet.
    fileprivate func joined(by other: LateTransport) -> TransportCapabilities {
      let own = self
      var joined = TransportCapabilities(
        acceptedEncodings: acceptedEncodings,
        connectsToEndpoints: true,
        needsCurrentThread: { own.needsCurrentThread || other.ifMade?.capabilities.needsCurrentThread == true },
        openConnections: {
          guard let one = own.openConnections else { return nil }
          guard let two = other.ifMade?.capabilities.openConnections else { return one }
          return OpenConnections(active: one.active + two.active, idle: one.idle + two.idle)
        },
        tlsCheck: { tls throws(TLSFault) in try own.check(tls) }
      )
      #if Curl
        joined.name = name.map { other.choice == .sockets ? $0 : "\($0), and libcurl for proxies" }
      #else
        joined.name = name
      #endif
      joined.connections = own.connections
      joined.lifetimesEnded = { lifetimes in
        own.lifetimesEnded(lifetimes)
        other.ifMade?.capabilities.lifetimesEnded(lifetimes)
      }
      return joined
    }
  }
#endif
