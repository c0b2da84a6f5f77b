// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// Requests the representation without a content coding where a range of it is requested, as browsers do (Fetch, HTTP
  /// network-or-cache fetch).
  ///
  /// A range counts the bytes after the coding (RFC 9110 §14), of which a part cannot be decoded by itself.
  ///
  /// - Parameter headers: the caller's fields, which may name codings.
  mutating func leaveRangesUncoded(unless headers: Headers) {
    guard contains("Range"), contains("Accept-Encoding"), !headers.contains("Accept-Encoding") else { return }
    self["Accept-Encoding"] = "identity"
  }
}
