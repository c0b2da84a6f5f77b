// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A port that refuses connections for as long as the process lives: it is bound, so that nobody else gets it, but not
/// listened on.
///
/// The port is never released: a value ends with its last use, which is before the request to be refused, and the next
/// server would get the port, and with it this test's request.
public struct ClosedPort: Sendable {
  /// The port that refuses.
  public let port: Int

  private let address: LoopbackAddress

  /// Takes a free port.
  public init(on address: LoopbackAddress = .ipv4) throws {
    self.address = address
    (_, port) = try Sockets.bound(address)
  }

  /// The URL of a path on the refusing port.
  public func url(_ path: String = "/") -> String { "http://\(address.urlHost):\(port)\(path)" }
}
