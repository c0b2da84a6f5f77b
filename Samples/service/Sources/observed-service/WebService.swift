// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import FlyingSocks
import Foundation
import ServiceLifecycle

/// The web server: prints its address, and completes responses in flight before it stops.
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
      // Flushes the URL for a parent process that reads it through a pipe.
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
      // A stopped server throws an error.
      if !Task.isShuttingDownGracefully { throw error }
    }
  }
}
