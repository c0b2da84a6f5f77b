// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// The part of a document whose `${env:…}`, `${file:…}` and other files are resolved.
  ///
  /// A program that uses one service needs only that service's secrets.
  public enum ReferenceScope: Sendable, Hashable {
    /// The whole document.
    case everything
    /// One service and everything outside services; `nil` for the latter only.
    ///
    /// Other services with references are validated without them, and left out.
    case service(String?)
  }
}
