// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One of several places that serve a backend service.
///
/// Connections go there; the URL that callers, credentials and cookies see stays the service's own.
public struct ServiceEndpoint: Sendable, Hashable {
  /// Where it is: scheme, host and port.
  public var origin: Origin
  /// Its share of the traffic beside the others of its priority; 0 gets none.
  public var weight: Int
  /// Whose turn it is: 0 first, the next one as the endpoints before fail.
  public var priority: Int
  /// Where it stands, for those who look on.
  public var zone: String?
  /// What it is called in events and errors; its origin where `nil`.
  public var name: String?

  /// An endpoint of weight 1 and priority 0, unless named otherwise.
  public init(_ origin: Origin, weight: Int = 1, priority: Int = 0, zone: String? = nil, name: String? = nil) {
    self.origin = origin
    self.weight = weight
    self.priority = priority
    self.zone = zone
    self.name = name
  }

  /// What it is called: its name, or its origin.
  public var label: String { name ?? origin.description }
}
