// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation
import ServiceLifecycle

/// The web server, which says where it listens and lets answers end when it is told to stop.
struct WebService: Service {
  private let server: HTTPServer

  init(port: UInt16, pages: Pages) throws {
    server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled, handler: pages)
  }

  func run() async throws {
    let greeting = Task { [server] in
      try await server.waitUntilListening()
      guard case .ip4(_, let port)? = await server.listeningAddress else { return }
      print("http://127.0.0.1:\(port)")
      // Whoever started it may be reading through a pipe.
      fflush(nil)
    }
    defer { greeting.cancel() }
    do {
      try await withGracefulShutdownHandler {
        try await server.run()
      } onGracefulShutdown: {
        Task { await server.stop(timeout: 5) }
      }
    } catch {
      // A server that is stopped ends by an error.
      if !Task.isShuttingDownGracefully { throw error }
    }
  }
}
