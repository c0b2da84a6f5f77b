// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Testing

@testable import ResourceRequestCore

/// Routes requests, for the tests of routing.
struct Routed {
  static let gateway = "http://gw.example:9080/mfp"

  let router: Router

  init(
    gateway: String? = Routed.gateway,
    gatewaySettings: ServiceSettings = ServiceSettings(),
    defaults: ServiceSettings = ServiceSettings(),
    standardHeaders: Headers = Headers(),
    _ services: BackendService...
  ) throws {
    router = Router(
      ResourceConfiguration(
        gateway: try gateway.map { Gateway(serverURL: try ResourceURL($0), settings: gatewaySettings) },
        defaults: defaults,
        services: services
      ),
      standardHeaders: standardHeaders
    )
  }

  func route(
    _ target: String,
    method: RequestMethod = .get,
    service: String? = nil,
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) throws -> Route {
    var request = ResourceRequest(target, method: method, service: service)
    change(&request)
    return try router.route(request)
  }

  func url(
    _ target: String,
    service: String? = nil,
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) throws -> String {
    try route(target, service: service, change).request.url.string
  }

  /// The error of routing a request; `nil` if there is none.
  func error(
    _ target: String,
    method: RequestMethod = .get,
    service: String? = nil,
    _ change: (inout ResourceRequest) -> Void = { _ in }
  ) -> ResourceError? {
    do {
      _ = try route(target, method: method, service: service, change)
      return nil
    } catch {
      return error as? ResourceError
    }
  }
}

extension BackendService {
  static func at(
    _ name: String,
    _ url: String,
    via: BackendService.Access = .direct,
    credential: ServiceCredential? = nil,
    settings: ServiceSettings = ServiceSettings()
  ) throws -> BackendService {
    BackendService(
      name: name,
      baseURL: try ResourceURL(url),
      via: via,
      credential: credential,
      settings: settings
    )
  }
}
