// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether the target of a request is trusted.
public enum RequestTrust: Sendable, Hashable {
  /// The target comes from the program or its configuration.
  case trusted
  /// The target comes from data: a message, a page, a user.
  ///
  /// An absolute URL then reaches public addresses only, and so do redirects that leave the service of a relative
  /// target, whatever kinds the AddressPolicy allows; see AddressPolicy/networks for exceptions.
  case untrusted
}
