// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A redirect about to be followed, as a closure is asked about it.
public struct ProposedRedirect: Sendable, Hashable {
  /// The status of the answer that points elsewhere.
  public let status: Status
  /// Where it came from.
  public let source: ResourceURL
  /// Where it points.
  public let destination: ResourceURL
  /// The method the next request would have.
  public let method: RequestMethod
  /// How many redirects were followed before this one.
  public let followed: Int

  package init(status: Status, source: ResourceURL, destination: ResourceURL, method: RequestMethod, followed: Int) {
    self.status = status
    self.source = source
    self.destination = destination
    self.method = method
    self.followed = followed
  }
}
