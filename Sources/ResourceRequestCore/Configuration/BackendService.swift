// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A backend service, which requests name instead of its address.
public struct BackendService: Sendable, Hashable {
  /// How requests reach a service.
  public enum Access: String, Sendable, Hashable, CaseIterable {
    /// Directly, at its base URL.
    case direct
    /// Through the gateway's `/api/backendservice/…`, which knows the service by the same name.
    case gateway
  }

  /// The service's name, without a leading `/`; unique in a configuration, case-sensitive.
  public var name: String
  /// The base URL that paths of requests are appended to.
  ///
  /// Its query, if any, precedes that of the request.
  public var baseURL: ResourceURL
  /// The endpoints that serve it, if they differ from the base URL; empty if not.
  public var endpoints: [ServiceEndpoint]
  /// A file of endpoints, which a client watches; `nil` for none.
  ///
  /// ``endpoints`` are the file's contents when the configuration was read.
  public var endpointsFile: String?
  /// How a client discovers endpoints; `nil` for no discovery.
  public var discovery: EndpointDiscovery?
  /// How requests reach it.
  public var via: Access
  /// The credential; sent to the base URL's own origin only.
  public var credential: ServiceCredential?
  /// The settings of its requests.
  public var settings: ServiceSettings

  /// Creates a service.
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

  /// Whether its endpoints change while a program runs.
  var followsEndpoints: Bool { endpointsFile != nil || discovery != nil }
}

extension ResourceConfiguration {
  /// What is wrong with settings together, each of which is right: in a document they are reported at their places.
  package var conflicts: [String] {
    let ofGateway = gateway.flatMap { $0.settings.connection.tlsFault(at: $0.serverURL, of: "gateway") }
    return ResilienceFaults.all(in: services, gateway, defaults).map { fault in
      let place = fault.paths.first.map { $0.joined(separator: ".") + ": " } ?? ""
      return place + fault.message
    }
      + services.compactMap { service in
        service.settings.connection.tlsFault(at: service.baseURL).map { "services.\(service.name): \($0)" }
      }
      + (ofGateway.map { ["gateway: \($0)"] } ?? [])
  }

  /// What a service inherits.
  package func settings(around service: BackendService) -> ServiceSettings {
    SettingsInheritances(defaults, gateway).of(service).completing(ServiceSettings())
  }
}

extension ConnectionOptions {
  /// What is wrong with settings of TLS for the URL of a service or gateway; `nil` if nothing is.
  func tlsFault(at base: ResourceURL, of owner: String = "service") -> String? {
    guard tls != nil, !base.origin.isSecure else { return nil }
    return "\"tls\" for a \(owner) that is reached without it, expected an https URL"
  }
}
