// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The decision for a request, once the stored responses for its key are known.
package enum CacheUse: Sendable {
  /// The stored response is used; `asksBehind` means that it is revalidated in the background.
  case serve(CachedResponse, isStale: Bool, asksBehind: Bool)
  /// The request is sent.
  case forward(CacheForward)
  /// It may not be sent, and nothing that is stored will do.
  case refuse
}

/// A request on its way to its server.
package struct CacheForward: Sendable {
  package let reason: CacheVerdict.Reason
  /// The validated responses, the one for the request first.
  package var candidates: [CachedResponse] = []
  /// The stored response for the request, whatever its age.
  package var selected: CachedResponse?
  /// Whether the selected one may replace an error (RFC 5861 §4).
  package var allowsStaleOnError = false

  package init(_ reason: CacheVerdict.Reason) {
    self.reason = reason
  }
}
