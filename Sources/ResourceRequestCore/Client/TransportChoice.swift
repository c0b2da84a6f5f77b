// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which transport a client uses that is given none.
///
/// What a build does not have fails requests with `unsupported`, and says which trait brings it.
public enum TransportChoice: String, Sendable, Hashable, CaseIterable {
  /// On Linux the sockets, and libcurl for proxies; elsewhere what the platform has.
  case standard
  /// The sockets alone: no proxy.
  case sockets
  /// libcurl alone.
  case curl
}
