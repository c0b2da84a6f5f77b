// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A port that refuses connections for as long as this value lives: it is bound, so nobody else gets it, and not
/// listened on.
public final class ClosedPort: Sendable {
  /// The port that refuses.
  public let port: Int

  private let address: LoopbackAddress
  private let descriptor: Int32

  /// Takes a free port.
  public init(on address: LoopbackAddress = .ipv4) throws {
    self.address = address
    (descriptor, port) = try Sockets.bound(address)
  }

  deinit { close(descriptor) }

  /// The URL of a path on the refusing port.
  public func url(_ path: String = "/") -> String { "http://\(address.urlHost):\(port)\(path)" }
}
