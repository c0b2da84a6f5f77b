// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a client discovers the endpoints of a service.
public enum EndpointDiscovery: String, Sendable, Hashable, CaseIterable {
  /// Each address of the base URL's name is an endpoint; the name is looked up again every `nameCacheTime`.
  case dns
}
