// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// An interim response (RFC 9110 §15.2), such as 104: a head before the final one.
package struct InterimResponse: Sendable {
  /// The status; never 100 or 101, which the transport handles.
  package let status: Status
  /// The header fields.
  package let headers: Headers
  /// The request's URL on this hop.
  package let url: ResourceURL

  package init(status: Status, headers: Headers, url: ResourceURL) {
    self.status = status
    self.headers = headers
    self.url = url
  }
}

/// Receives the interim responses of one call on the transport's thread.
final class InterimListener: Sendable {
  let received: @Sendable (InterimResponse) -> Void

  init(_ received: @escaping @Sendable (InterimResponse) -> Void) {
    self.received = received
  }
}
