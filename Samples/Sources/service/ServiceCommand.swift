// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import LoopbackServer
import ResourceRequestKit
import ResourceRequestValkey

/// Runs the greeting service until a signal ends it.
@main
struct ServiceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "service",
    abstract: "A small service on 127.0.0.1 that asks two backends for every request it gets.",
    discussion: """
      GET /greetings/{name} asks the backend services "people" and "jokes" at once. The header
      X-Request-Deadline-Ms says how long the caller waits; no backend is asked for longer. GET /status and GET /metrics
      show what its client is doing.

      Example:
        service --config backends.json --port 8090
      """
  )

  @Option(help: "The port to listen on; 0 takes one that is free.")
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("The backend services, as JSON.", valueName: "file"))
  var config: String

  func run() async throws {
    // Without this, a peer that closes early would end the process instead of its own connection.
    signal(SIGPIPE, SIG_IGN)
    let termination = TerminationSignal()
    // One client for the life of the service: it holds the connections.
    let client = try ResourceClient(
      contentsOf: config,
      vocabulary: Vocabulary.standard + [FleetRate(), FleetStores()]
    )
    let server = try await LoopbackServer.start(
      port: port,
      handler: StatusHandler(client: client, next: GreetingHandler(client: client))
    )
    print(server.url)
    // Flushes the URL for a parent process that reads it through a pipe.
    fflush(nil)
    await termination.wait()
    await server.stop()
    await client.drain(within: .seconds(5))
  }
}
