// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestCore

extension ResourceClient {
  /// Sends a request and reports to a delegate.
  ///
  /// Data is delivered as it arrives, with back pressure: at most a window of bytes is buffered for the delegate. As
  /// for a stream, only a total timeout of the request or the configuration applies. The delegate is retained until the
  /// call ends. A delegate that is isolated to the main actor is called on ``MainCallbackQueue/main``.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - delegate: receives head, data and end.
  ///   - queue: the queue to call the delegate on; by default the client's. It must run jobs in order.
  /// - Returns: a handle that can cancel the call.
  @discardableResult
  public func send(
    _ request: ResourceRequest,
    delegate: any ResourceRequestDelegate & Sendable,
    on queue: CallbackQueue? = nil
  ) -> RequestHandle {
    send(request, to: .anywhere(delegate, queue ?? callbackQueue))
  }

  /// Sends a request and reports to a delegate that is isolated to the main actor.
  ///
  /// It may be a class of the main actor with state, since it is called on the main actor only.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - delegate: receives head, data and end.
  ///   - queue: the main queue.
  /// - Returns: a handle that can cancel the call.
  @MainActor
  @discardableResult
  public func send(
    _ request: ResourceRequest,
    delegate: any ResourceRequestDelegate,
    on queue: MainCallbackQueue
  ) -> RequestHandle {
    send(request, to: .mainActor(MainDelegate(delegate)))
  }

  private func send(_ request: ResourceRequest, to delegate: CalledDelegate) -> RequestHandle {
    let handle = RequestHandle()
    let call = DelegateCall(handle: handle, delegate: delegate, clock: options.environment.clock)
    handle.start(countedBy: inFlight) { [self] in
      do {
        var options = CallOptions(delivery: transport.capabilities.streamsBodies ? .stream(window: 256 << 10) : .whole)
        options.isOpenEnded = true
        call.watch(&options)
        let answer = try await stream(request, options)
        try await call.take(answer, of: request, by: self)
      } catch {
        call.end { $0.request(handle, didFailWith: error) }
      }
    }
    return handle
  }
}
