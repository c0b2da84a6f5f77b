// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A redirect that was followed on the way to an answer.
public struct RedirectHop: Sendable, Hashable {
  /// The status of the answer that pointed elsewhere.
  public let status: Status
  /// Where that answer came from.
  public let url: ResourceURL
  /// Its `Location` field, as received.
  public let location: String

  package init(status: Status, url: ResourceURL, location: String) {
    self.status = status
    self.url = url
    self.location = location
  }
}
