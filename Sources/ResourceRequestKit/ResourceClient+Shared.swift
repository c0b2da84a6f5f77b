// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Sockets && os(Linux) || Curl && (os(Linux) || os(macOS)) || canImport(Darwin)
  extension ResourceClient {
    /// The shared client, for small programs: `send()` of a ``ResourceRequest`` uses it.
    ///
    /// It is the client passed to ``setShared(_:)``, or one without a configuration if that was not called before the
    /// first use.
    public static var shared: ResourceClient {
      sharedClient.withLock { client in
        if let client { return client }
        let made = ResourceClient()
        client = made
        return made
      }
    }

    /// Sets the shared client; call it once, before the first use.
    ///
    /// - Returns: whether it was set; `false` if there is a shared client already, which stays.
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
    ///   - queue: the queue to call back on; by default the client's.
    ///   - completion: receives the outcome.
    /// - Returns: a handle that can cancel the call.
    @discardableResult
    public func send(
      on queue: CallbackQueue? = nil,
      completion: @escaping @Sendable (Result<ResourceResponse, any Error>) -> Void
    ) -> RequestHandle {
      ResourceClient.shared.send(self, on: queue, completion: completion)
    }

    /// Sends the request with the shared client and reports to a delegate.
    ///
    /// - Parameters:
    ///   - delegate: receives head, data and end.
    ///   - queue: the queue to call the delegate on; by default the client's.
    /// - Returns: a handle that can cancel the call.
    @discardableResult
    public func send(delegate: any ResourceRequestDelegate & Sendable, on queue: CallbackQueue? = nil) -> RequestHandle
    {
      ResourceClient.shared.send(self, delegate: delegate, on: queue)
    }

    /// Sends the request with the shared client and calls back once on the main actor.
    ///
    /// - Parameters:
    ///   - queue: the main queue.
    ///   - completion: receives the outcome; it may use what is isolated to the main actor.
    /// - Returns: a handle that can cancel the call.
    @discardableResult
    public func send(
      on queue: MainCallbackQueue,
      completion: @escaping @MainActor (Result<ResourceResponse, any Error>) -> Void
    ) -> RequestHandle {
      ResourceClient.shared.send(self, on: queue, completion: completion)
    }

    /// Sends the request with the shared client and reports to a delegate that is isolated to the main actor.
    ///
    /// - Parameters:
    ///   - delegate: receives head, data and end.
    ///   - queue: the main queue.
    /// - Returns: a handle that can cancel the call.
    @MainActor
    @discardableResult
    public func send(delegate: any ResourceRequestDelegate, on queue: MainCallbackQueue) -> RequestHandle {
      ResourceClient.shared.send(self, delegate: delegate, on: queue)
    }

    /// Sends the request with the shared client and blocks the calling thread until the response arrives.
    ///
    /// - Throws: ``ResourceError``; with the code `wouldBlock` on a thread that must not block.
    @available(*, noasync, message: "await send() instead; a blocked thread of Swift's pool stalls other tasks")
    public func sendAndWait() throws -> ResourceResponse {
      try ResourceClient.shared.sendAndWait(self)
    }
  }
#endif
