// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Sends a request and returns its response as soon as the head has arrived, with the body as a stream.
  ///
  /// Applies back pressure: at most the window is buffered. Over HTTP/2 a server may have 256 KiB under way in any case, and
  /// up to 16 windows while the reader keeps up. Only a total timeout of the request or the configuration
  /// applies, and it includes the reader's time. The read timeout measures the peer's silence, not the reader's.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - window: how many bytes are buffered for the reader.
  /// - Returns: the head, and the body as it arrives.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func stream(_ request: ResourceRequest, window: Int = 256 << 10) async throws -> ResourceStream {
    try await stream(request, CallOptions(delivery: .stream(window: window)))
  }

  /// Opens a stream with call options; a body in memory is a stream of one chunk.
  package func stream(_ request: ResourceRequest, _ call: CallOptions) async throws -> ResourceStream {
    let underWay = CallInFlight(inFlight)
    return try await perform(request, call) { answer, context in ResourceStream(answer, context, underWay) }
  }
}

/// Counts a call as in flight until it is released.
final class CallInFlight: Sendable {
  private let inFlight: InFlight

  init(_ inFlight: InFlight) {
    self.inFlight = inFlight
    inFlight.begin()
  }

  deinit {
    inFlight.end()
  }
}
