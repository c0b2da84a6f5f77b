// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The options of one call, set before it is routed: the router puts them on every hop, so that no redirect loses them.
package struct CallOptions: Sendable {
  /// How the body of the response reaches the caller.
  package enum Delivery: Sendable, Hashable {
    /// In memory, with the head.
    case whole
    /// As a stream that buffers at most `window` bytes.
    case stream(window: Int)

    /// The window of a stream; `nil` for a body in memory.
    var window: Int? {
      if case .stream(let window) = self { max(1, window) } else { nil }
    }
  }

  /// A URL from a response that this call continues with, such as the next page of a collection.
  package struct Continuation: Sendable, Hashable {
    /// The URL.
    package let url: ResourceURL
    /// Whether another origin influenced the URL, so that no credentials are sent.
    package let isForeign: Bool
    /// Whether the request keeps its method and body, instead of becoming a GET or HEAD without one.
    package var keepsRequest = false

    package init(url: ResourceURL, isForeign: Bool, keepsRequest: Bool = false) {
      (self.url, self.isForeign, self.keepsRequest) = (url, isForeign, keepsRequest)
    }
  }

  /// The URL at which the call begins, as if redirected there; `nil` for the request's own URL.
  package var continuation: Continuation? {
    get { shared?.value }
    set { shared = newValue.map(Shared.init) }
  }
  /// Apart, since nearly no call has one, and every call that waits has its options.
  private var shared: Shared<Continuation>?
  /// How the body reaches the caller.
  package var delivery: Delivery
  /// Whether the default total timeout is off, since the reader of the body may take any time.
  package var isOpenEnded: Bool
  /// Whether each hop has a connection of its own, so that a stale one is no reason to send again.
  package var usesOwnConnection = false
  /// Wraps the body of each hop to observe it.
  package var watch: (@Sendable (OutgoingBody) -> OutgoingBody)?
  /// Called with the deadline before anything is sent.
  package var whenRouted: (@Sendable (CallContext) -> Void)?
  /// Called with each redirect before it is followed.
  package var willFollow: (@Sendable (RedirectHop) async throws -> Void)?

  /// Creates options; the response body is delivered in memory by default.
  package init(delivery: Delivery = .whole) {
    self.delivery = delivery
    isOpenEnded = delivery != .whole
  }
}
