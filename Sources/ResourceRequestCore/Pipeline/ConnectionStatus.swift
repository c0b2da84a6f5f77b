// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One connection of a transport, as ``ResourceClient/connections()`` lists it.
///
/// It contains no secrets and no paths of URLs.
public struct ConnectionStatus: Sendable, Hashable, Codable {
  /// What a connection is used for.
  public struct State: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a state with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The name.
    public var description: String { rawValue }

    /// In the name lookup, the connect, or the TLS handshake.
    public static let opening = State(rawValue: "opening")
    /// Unused; the next request may use it.
    public static let idle = State(rawValue: "idle")
    /// Used by one exchange (HTTP/1.1).
    public static let inUse = State(rawValue: "in use")
    /// Shared by exchanges (HTTP/2); ``ConnectionStatus/active`` is their number.
    public static let shared = State(rawValue: "shared")
    /// Closes after its exchanges: the server accepts no more, or a reload changed or removed its destination.
    public static let draining = State(rawValue: "draining")
  }

  /// The origin of its requests.
  public var origin: String
  /// The endpoint that stands for the origin's host; `nil` without.
  public var endpoint: String?
  /// The address and port of the other end, such as `192.0.2.7:443` or `[2001:db8::7]:443`; `nil` for a Unix-domain
  /// socket, and until it is connected.
  public var peer: String?
  /// What it is used for.
  public var state: State
  /// `HTTP/1.1` or `HTTP/2`; `nil` until that is agreed on.
  public var httpVersion: String?
  /// The version of TLS, such as `TLSv1.3`; `nil` without TLS, and until it is agreed on.
  public var tlsVersion: String?
  /// The number of its exchanges in flight: over HTTP/2 its streams, over HTTP/1.1 at most one.
  public var active = 0
  /// The seconds since it was connected, or since opening began if it is still being opened.
  public var age: Double
  /// The seconds since bytes last moved, if it is idle; `nil` otherwise.
  public var idleTime: Double?
  /// The number of requests it was used for, those in flight included.
  public var requests = 0
  /// The bytes sent through the socket, with those of TLS.
  public var bytesSent = 0
  /// The bytes received through the socket, with those of TLS.
  public var bytesReceived = 0

  package init(origin: String, endpoint: String?, state: State, age: Double) {
    self.origin = origin
    self.endpoint = endpoint
    self.state = state
    self.age = age
  }
}

/// The number of a transport's open connections.
public struct OpenConnections: Sendable, Hashable, Codable {
  /// Connections in use or being opened.
  public var active: Int
  /// Idle connections.
  public var idle: Int

  /// Creates a count.
  public init(active: Int, idle: Int) {
    self.active = active
    self.idle = idle
  }
}
