// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Where the target of a request comes from.
public enum RequestTrust: Sendable, Hashable {
  /// From the program, or from somebody who may say where it connects to.
  case trusted
  /// From data: a message, a page, a user of the service.
  ///
  /// An absolute URL then leads to public addresses only, and so do redirects that leave the service of a relative
  /// target, whatever the AddressPolicy allows by kind; see AddressPolicy/networks for exceptions.
  case untrusted
}
