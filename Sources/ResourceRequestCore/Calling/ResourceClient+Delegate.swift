// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Sends a request and tells a delegate how it goes.
  ///
  /// The delegate is kept until the call has ended.
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
    handle.start(countedBy: inFlight) { [self] in
      do {
        let response = try await send(request)
        queue.run {
          if !handle.isCancelled { delegate.request(handle, didReceive: ResponseHead(response)) }
        }
        if !response.data.isEmpty {
          queue.run {
            if !handle.isCancelled { delegate.request(handle, didReceive: response.data) }
          }
        }
        queue.run {
          if handle.takeEnd(), !handle.isCancelled { delegate.request(handle, didFinishWith: response) }
        }
      } catch {
        queue.run {
          if handle.takeEnd(), !handle.isCancelled { delegate.request(handle, didFailWith: error) }
        }
      }
    }
    return handle
  }
}
