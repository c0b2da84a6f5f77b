// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How one call is made, decided before it is routed: the router puts it on every hop, so that no redirect loses it.
package struct CallOptions: Sendable {
  /// How the body of the response reaches the caller.
  package enum Delivery: Sendable, Hashable {
    /// In memory, with the response.
    case whole
    /// As a stream, of which so many bytes may wait for the reader.
    case stream(window: Int)

    /// The window of a stream; `nil` for a body that comes whole.
    var window: Int? {
      if case .stream(let window) = self { max(1, window) } else { nil }
    }
  }

  /// Where a response led that this call goes on from, such as the next page of a collection.
  package struct Continuation: Sendable, Hashable {
    /// Where to.
    package let url: ResourceURL
    /// Whether another origin had a say in it, so that no credentials go there.
    package let isForeign: Bool
    /// Whether the request goes there with its method and its body, rather than as GET or HEAD without one.
    package var keepsRequest = false
  }

  /// Where the call begins in place of the request's own URL, as a redirect would lead there; `nil` for that URL.
  package var continuation: Continuation?
  /// How the body reaches the caller.
  package var delivery: Delivery
  /// Whether the standard total timeout is not for it: whoever reads the body may take any time.
  package var isOpenEnded: Bool
  /// Whether each hop has a connection of its own, so that no kept one that has gone stale is a reason to send again.
  var usesOwnConnection = false
  /// What somebody who looks on puts around the body of each hop.
  var watch: (@Sendable (OutgoingBody) -> OutgoingBody)?
  /// Is told, with the deadline, before anything is sent.
  var whenRouted: (@Sendable (CallContext) -> Void)?
  /// Is told of each redirect before it is followed.
  var willFollow: (@Sendable (RedirectHop) async throws -> Void)?

  /// A call whose response comes whole, unless named otherwise.
  package init(delivery: Delivery = .whole) {
    self.delivery = delivery
    isOpenEnded = delivery != .whole
  }
}
