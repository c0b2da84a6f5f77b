// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A redirect that a closure decides about, before it is followed.
public struct ProposedRedirect: Sendable, Hashable {
  /// The status of the redirect.
  public let status: Status
  /// The URL that redirects.
  public let source: ResourceURL
  /// The URL it redirects to.
  public let destination: ResourceURL
  /// The method of the next request.
  public let method: RequestMethod
  /// The number of redirects followed before this one.
  public let followed: Int

  package init(status: Status, source: ResourceURL, destination: ResourceURL, method: RequestMethod, followed: Int) {
    self.status = status
    self.source = source
    self.destination = destination
    self.method = method
    self.followed = followed
  }
}
