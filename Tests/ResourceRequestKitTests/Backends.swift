// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Curl
  import Foundation
  import ResourceRequestKit
  import TestSupport

  /// An echo server that acts as the gateway and as two services, and a client configured for them.
  struct Backends {
    let server: ScriptedServer
    let client: ResourceClient

    init(
      _ server: ScriptedServer? = nil,
      defaults: ServiceSettings = ServiceSettings(),
      gatewayHeaders: Headers = Headers(),
      options: ClientOptions = ClientOptions()
    ) throws {
      let server = try server ?? .echo()
      self.server = server
      client = ResourceClient(
        configuration: ResourceConfiguration(
          gateway: Gateway(serverURL: try ResourceURL(server.url("/mfp")), headers: gatewayHeaders),
          defaults: defaults,
          services: [
            BackendService(
              name: "resorts",
              baseURL: try ResourceURL(server.url("/resorts/")),
              credential: .basic(username: "ann", password: "pa55")
            ),
            BackendService(name: "remote", baseURL: try ResourceURL("http://unused.example/"), via: .gateway),
          ]
        ),
        options: options
      )
    }

    /// Sends a request and returns what the server received.
    func echo(
      _ target: String,
      method: RequestMethod = .get,
      service: String? = nil,
      _ change: (inout ResourceRequest) -> Void = { _ in }
    ) async throws -> EchoedRequest {
      var request = ResourceRequest(target, method: method, service: service)
      change(&request)
      return try EchoedRequest(json: try await client.send(request).successful().data)
    }
  }
#endif
