// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How connections to a server are made and kept.
///
/// Most services leave all of it to the standard. A connection that was made with other options is never used again for a request with these.
public struct ConnectionOptions: Sendable, Hashable {
  /// How TLS is spoken; the standard where it is `nil`.
  public var tls: TLSOptions?

  /// The standard, unless named.
  public init(tls: TLSOptions? = nil) {
    self.tls = tls
  }

  /// These options, and for each that is not set the one of `outer`.
  ///
  /// Those of TLS belong together and are not mixed.
  public func over(_ outer: ConnectionOptions) -> ConnectionOptions {
    ConnectionOptions(tls: tls ?? outer.tls)
  }
}
