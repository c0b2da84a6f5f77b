// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A service that requests name instead of writing its address.
public struct BackendService: Sendable, Hashable {
  /// How requests reach a service.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    /// Straight to its base URL.
    case direct
    /// Through the gateway's `/api/backendservice/…`, which knows the service by the same name.
    case gateway
  }

  /// The name requests use, without a leading `/`; unique in a configuration, compared exactly.
  public var name: String
  /// What the paths of requests are appended to.
  ///
  /// Its query, if it has one, goes before that of the request.
  public var baseURL: ResourceURL
  /// The places that serve it, where these are others than the base URL's; none for that one.
  public var endpoints: [ServiceEndpoint]
  /// The file of endpoints, which a client watches; `nil` for none.
  ///
  /// ``endpoints`` are those it had when the configuration was read.
  public var endpointsFile: String?
  /// How a client finds endpoints that no list names; `nil` for not at all.
  public var discovery: EndpointDiscovery?
  /// How requests reach it.
  public var via: Access
  /// What identifies the caller to it; sent to the base URL's own origin only.
  public var credential: ServiceCredential?
  /// What holds for requests to it.
  public var settings: ServiceSettings

  /// Describes a service.
  public init(
    name: String,
    baseURL: ResourceURL,
    endpoints: [ServiceEndpoint] = [],
    endpointsFile: String? = nil,
    discovery: EndpointDiscovery? = nil,
    via: Access = .direct,
    credential: ServiceCredential? = nil,
    settings: ServiceSettings = ServiceSettings()
  ) {
    self.name = name
    self.baseURL = baseURL
    self.endpoints = endpoints
    self.endpointsFile = endpointsFile
    self.discovery = discovery
    self.via = via
    self.credential = credential
    self.settings = settings
  }
}
