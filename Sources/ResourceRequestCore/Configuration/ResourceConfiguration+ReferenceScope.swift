// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// The part of a document whose `${env:…}`, `${file:…}` and other files are looked up.
  ///
  /// A program that uses one service needs the secrets of that one alone.
  public enum ReferenceScope: Sendable, Hashable {
    /// The whole document.
    case everything
    /// One service, and what stands outside of all services; `nil` for the latter alone.
    ///
    /// Other services that refer to something elsewhere are checked for the rest and left out.
    case service(String?)
  }
}
