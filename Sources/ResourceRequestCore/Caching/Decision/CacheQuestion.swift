// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parts of a request that matter to a cache.
package final class CacheQuestion: Sendable {
  package let method: RequestMethod
  package let headers: Headers
  package let policy: CachePolicy
  package let control: CacheControl
  /// Whether its response may be used that a `304` confirms only (RFC 9111 §5.2.1.4, §5.4).
  package let wantsValidation: Bool
  /// The requested range of bytes, if it is a single one.
  package let range: ByteRange?
  /// Whether the caller brought a condition of its own (RFC 9110 §13.1.2, §13.1.3).
  package let isConditional: Bool

  package init(method: RequestMethod, headers: Headers, policy: CachePolicy = .protocol, range: ByteRange? = nil) {
    self.method = method
    self.headers = headers
    self.policy = policy
    self.range = range
    let lines = headers.values(for: "Cache-Control")
    control = lines.isEmpty ? CacheControl() : CacheControl(lines: lines)
    wantsValidation = control.noCache || lines.isEmpty && CacheFreshness.hasNoCachePragma(headers)
    isConditional = headers.contains("If-None-Match") || headers.contains("If-Modified-Since")
  }

  /// Whether stored responses do not matter.
  var ignoresStored: Bool { policy == .reload || policy == .reloadEverywhere }

  /// Whether whatever is stored will do.
  var takesAnyAge: Bool { policy == .cachedElseLoad || policy == .cachedOnly }

  /// Whether nothing may be sent (RFC 9111 §5.2.1.7).
  var staysHere: Bool { policy == .cachedOnly || control.onlyIfCached }
}
