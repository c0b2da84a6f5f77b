// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// One of the endpoints of a backend service.
///
/// Connections go there; the URL that callers, credentials and cookies see stays the service's.
public struct ServiceEndpoint: Sendable, Hashable {
  /// The origin of the endpoint.
  public var origin: Origin
  /// Its weight within its priority; 0 gets no traffic.
  public var weight: Int
  /// Its priority: 0 is first; the next one takes over as endpoints of the one before fail.
  public var priority: Int
  /// Its zone, for display.
  public var zone: String?
  /// Its name in events and errors; `nil` for its origin.
  public var name: String?

  /// Creates an endpoint; by default with weight 1 and priority 0.
  public init(_ origin: Origin, weight: Int = 1, priority: Int = 0, zone: String? = nil, name: String? = nil) {
    self.origin = origin
    self.weight = weight
    self.priority = priority
    self.zone = zone
    self.name = name
  }

  /// Its name, or its origin.
  package var label: String { name ?? origin.description }
}

/// How a client discovers the endpoints of a service.
public enum EndpointDiscovery: String, Sendable, Hashable, CaseIterable {
  /// Each address of the base URL's name is an endpoint; the name is looked up again every `nameCacheTime`.
  case dns
}

extension [ServiceEndpoint] {
  /// The first endpoint that is listed a second time.
  var firstListedTwice: Origin? {
    var seen: Set<Origin> = []
    return first { !seen.insert($0.origin).inserted }?.origin
  }

  /// The first name that two of them have, by which logs, metrics and other instances tell them apart.
  var firstNameTwice: String? {
    var seen: Set<ExactText> = []
    return first { $0.name.map { !seen.insert(ExactText($0)).inserted } ?? false }?.name
  }
}
