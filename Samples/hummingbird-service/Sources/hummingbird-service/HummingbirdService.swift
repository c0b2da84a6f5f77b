// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import Hummingbird
import HummingbirdCore
import NIOCore
import ResourceRequestHummingbird
import ResourceRequestKit
import ResourceRequestLifecycle

/// A web service that calls two backends and forwards photos to a third one.
///
/// `SERVICE_CONFIG` names the backends' document, `SERVICE_PORT` the port.
@main
enum HummingbirdService {
  static func main() async throws {
    let environment = Environment()
    // One client for the life of the service: it holds the connections.
    let client = try ResourceClient(contentsOf: environment.get("SERVICE_CONFIG") ?? "backends.json")
    let application = Application(
      router: routes(client),
      server: .http1CancellingWithClient,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: environment.get("SERVICE_PORT", as: Int.self) ?? 0)
      ),
      // At SIGTERM the server ends first, then the client's calls.
      services: [ResourceClientService(client)],
      onServerRunning: { channel in
        print("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        // A parent process may be reading this through a pipe.
        fflush(nil)
      }
    )
    try await application.runService()
  }

  /// The routes; each middleware is around those below it.
  static func routes(_ client: ResourceClient) -> Router<BasicRequestContext> {
    let router = Router()
    router.addMiddleware {
      BackendErrors()
      CallerDeadline()
    }
    Offers(client: client).add(to: router)
    Photos(client: client).add(to: router)
    return router
  }
}
