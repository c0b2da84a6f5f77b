// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Sends a request and gives back its answer as soon as the head is in, with the body as a stream.
  ///
  /// The peer is let wait while the reader is busy: no more than the window is held in memory. The total timeout holds
  /// only where the request sets it; the read timeout counts the peer's silence, not the reader's.
  ///
  /// - Parameters:
  ///   - request: what to ask for.
  ///   - window: how many bytes may wait for the reader.
  /// - Returns: the head, and the body as it comes in.
  /// - Throws: ``ResourceError``, or `CancellationError`.
  public func stream(_ request: ResourceRequest, window: Int = 256 << 10) async throws -> ResourceStream {
    try await stream(request, window: window) { _ in }
  }

  /// The same, with the route as somebody further up wants it; without a window, the body comes whole.
  func stream(
    _ request: ResourceRequest,
    window: Int?,
    adjusting adjust: (inout Route) -> Void
  ) async throws -> ResourceStream {
    let call = CallInFlight(inFlight)
    return try await perform(request) { route in
      adjust(&route)
      route.request.options.streamWindow = window.map { max(1, $0) }
      route.totalTimeout = request.timeouts.total.flatMap { $0 < Timeouts.unlimited ? $0 : nil }
    } _: { answer, context in
      ResourceStream(answer, context, call)
    }
  }
}

/// A call under way as long as somebody has it.
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
