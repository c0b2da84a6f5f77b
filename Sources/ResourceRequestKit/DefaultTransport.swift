// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestCore

#if Sockets && os(Linux)
  import ResourceRequestSockets
  #if Curl
    import ResourceRequestCurl
  #endif

  /// Sends where no transport is named: over sockets of our own, and through libcurl what those do not speak.
  ///
  /// Which one it is depends on the connection options of a request alone, so that an origin's connections and limits are
  /// in one place.
  final class DefaultTransport: Transport {
    private let sockets = SocketTransport()
    let capabilities: TransportCapabilities
    #if Curl
      /// Created for the first request that needs it, since it has a thread.
      private let others = LazyTransport()
    #endif

    init() {
      #if Curl
        capabilities = sockets.capabilities.joined(by: others)
      #else
        capabilities = sockets.capabilities
      #endif
    }

    func send(_ request: ResolvedRequest, context: CallContext) async throws -> TransportResponse {
      guard let reason = SocketTransport.refusal(of: request) else {
        return try await sockets.send(request, context: context)
      }
      #if Curl
        return try await others.value.send(request, context: context)
      #else
        throw TransportFailure(
          code: .unsupported,
          message: "\(reason), and this build has no libcurl; build with the trait Curl",
          phase: .queued
        )
      #endif
    }
  }

  #if Curl
    /// A transport through libcurl that is created when it is first used.
    private final class LazyTransport: Sendable {
      private let made = Lock<CurlTransport?>(nil)

      var value: CurlTransport {
        if let made = ifMade { return made }
        // Of two that are made at once, one is released again.
        let new = CurlTransport()
        return made.withLock { transport in
          let first = transport ?? new
          transport = first
          return first
        }
      }

      var ifMade: CurlTransport? { made.withLock(\.self) }
    }

    extension TransportCapabilities {
      /// The capabilities of two transports of which one may not exist yet.
      fileprivate func joined(by other: LazyTransport) -> TransportCapabilities {
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
        joined.tenuresEnded = { tenures in
          own.tenuresEnded(tenures)
          other.ifMade?.capabilities.tenuresEnded(tenures)
        }
        return joined
      }
    }
  #endif
#elseif Curl && (os(Linux) || os(macOS))
  import ResourceRequestCurl

  /// What sends where no transport is named.
  typealias DefaultTransport = CurlTransport
#elseif canImport(Darwin)
  import ResourceRequestFoundation

  /// What sends where no transport is named.
  typealias DefaultTransport = URLSessionTransport
#endif
