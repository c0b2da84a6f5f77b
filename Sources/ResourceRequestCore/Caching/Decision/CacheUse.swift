// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What becomes of a request, once what is stored for its key is known.
package enum CacheUse: Sendable {
  /// It is answered with what is stored; `asksBehind` says that the server is to be asked about it meanwhile.
  case serve(CachedResponse, isStale: Bool, asksBehind: Bool)
  /// Its server is asked.
  case forward(CacheForward)
  /// It may not be sent, and nothing that is stored will do.
  case refuse
}

/// A request on its way to its server.
package struct CacheForward: Sendable {
  package let reason: CacheVerdict.Reason
  /// What the server is asked about, the one that answers the request first.
  package var candidates: [CachedResponse] = []
  /// The stored response that answers the request, whatever its age.
  package var selected: CachedResponse?
  /// Whether the selected one may take the place of an error (RFC 5861 §4).
  package var allowsStaleOnError = false

  package init(_ reason: CacheVerdict.Reason) {
    self.reason = reason
  }
}
