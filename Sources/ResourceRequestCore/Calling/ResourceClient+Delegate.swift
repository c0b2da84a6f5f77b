// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Sends a request and reports to a delegate.
  ///
  /// The answer's data is handed over as it comes in, and no more than a window of it waits for the delegate. As for a
  /// stream, the total timeout holds where the request or the configuration sets one. The delegate is kept until the call has ended.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - delegate: sees head, data and end.
  ///   - queue: where it is called; the client's own queue unless named. It must keep the order of its jobs.
  /// - Returns: a handle to cancel the call with.
  @discardableResult
  public func send(
    _ request: ResourceRequest,
    delegate: any ResourceRequestDelegate,
    on queue: CallbackQueue? = nil
  ) -> RequestHandle {
    let handle = RequestHandle()
    let queue = queue ?? callbackQueue
    let call = DelegateCall(handle: handle, delegate: delegate, queue: queue, clock: options.environment.clock)
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
