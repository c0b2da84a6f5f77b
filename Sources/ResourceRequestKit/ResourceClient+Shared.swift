// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if (Curl && (os(Linux) || os(macOS))) || canImport(Darwin)
  extension ResourceClient {
    /// A client for small programs that want no client of their own: ``ResourceRequest`` sends with it.
    ///
    /// It is the one given to ``setShared(_:)``, or, where that was never called before the first use, one without a
    /// configuration.
    public static var shared: ResourceClient {
      sharedClient.withLock { client in
        if let client { return client }
        let made = ResourceClient()
        client = made
        return made
      }
    }

    /// Sets the shared client, once, before it is used.
    ///
    /// - Returns: whether it was set; `false` where there was one already, which stays.
    @discardableResult
    public static func setShared(_ client: ResourceClient) -> Bool {
      sharedClient.withLock { shared in
        guard shared == nil else { return false }
        shared = client
        return true
      }
    }
  }

  private let sharedClient = Lock<ResourceClient?>(nil)

  extension ResourceRequest {
    /// Sends the request with the shared client.
    ///
    /// - Throws: ``ResourceError``, or `CancellationError`.
    public func send() async throws -> ResourceResponse {
      try await ResourceClient.shared.send(self)
    }

    /// Sends the request with the shared client and calls back once.
    ///
    /// - Parameters:
    ///   - queue: where to call back; the client's own queue unless named.
    ///   - completion: takes the outcome.
    /// - Returns: a handle to cancel the call with.
    @discardableResult
    public func send(
      on queue: CallbackQueue? = nil,
      completion: @escaping @Sendable (Result<ResourceResponse, any Error>) -> Void
    ) -> RequestHandle {
      ResourceClient.shared.send(self, on: queue, completion: completion)
    }

    /// Sends the request with the shared client and tells a delegate how it goes.
    ///
    /// - Parameters:
    ///   - delegate: sees head, data and end.
    ///   - queue: where it is called; the client's own queue unless named.
    /// - Returns: a handle to cancel the call with.
    @discardableResult
    public func send(delegate: any ResourceRequestDelegate, on queue: CallbackQueue? = nil) -> RequestHandle {
      ResourceClient.shared.send(self, delegate: delegate, on: queue)
    }

    /// Sends the request with the shared client and blocks the calling thread until its response is there.
    ///
    /// - Throws: ``ResourceError``; with the code `wouldBlock` on a thread that must not block.
    @available(*, noasync, message: "await send() instead; a blocked thread of Swift's pool stalls other tasks")
    public func sendAndWait() throws -> ResourceResponse {
      try ResourceClient.shared.sendAndWait(self)
    }
  }
#endif
