// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a room does around each hop of a destination, outside of its pipeline.
///
/// A middleware is a frame in every call, and knows nothing of redirects; this is neither.
protocol HopPart: Sendable {
  /// The URL to ask in place of one that a request, or a redirect of this destination, leads to; `nil` if it may stay.
  func upgrade(_ url: ResourceURL, _ context: CallContext) -> ResourceURL?

  /// Ends a request that cannot be answered here, before anything is done for it.
  func admit(_ request: ResolvedRequest) throws(TransportFailure)

  /// Whether ``answered(_:_:_:)`` wants to know of a request, so that others do not pay for it.
  func follows(_ request: ResolvedRequest) -> Bool

  /// Learns of a response.
  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async
}

extension HopPart {
  func upgrade(_ url: ResourceURL, _ context: CallContext) -> ResourceURL? { nil }
  func admit(_ request: ResolvedRequest) throws(TransportFailure) {}
  func follows(_ request: ResolvedRequest) -> Bool { false }
  func answered(_ request: ResolvedRequest, _ response: TransportResponse, _ context: CallContext) async {}
}
