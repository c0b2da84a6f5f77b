// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import ArgumentParser
import Foundation
import LoopbackServer
import ResourceRequestKit

/// Runs the adapter gateway until it is told to end.
@main
struct GatewayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway",
    abstract: "An adapter gateway on 127.0.0.1, for demonstration and tests.",
    discussion: """
      Prints the URL it serves on one line, and ends with status 0 on SIGTERM or Ctrl-C.

      Below URL/api/adapters: JavaAdapter, JavaScriptAdapter, echo, joke, status, delay.
      Below URL/api/backendservice/{service}: the services of --config.

      Examples:
        gateway --port 8080
        gateway --config backends.json
      """
  )

  @Option(help: "The port to listen on; 0 takes one that is free.")
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("The backend services it forwards to, as JSON.", valueName: "file"))
  var config: String?

  func run() async throws {
    // A peer that closes early must cost its own connection only.
    signal(SIGPIPE, SIG_IGN)
    let client = ResourceClient(configuration: try config.map { try readConfiguration($0) } ?? .empty)
    let server: LoopbackServer
    do {
      server = try await GatewayServer.start(port: port, client: client)
    } catch {
      throw ExitCode(1, saying: "gateway: cannot listen on 127.0.0.1:\(port); choose another --port: \(error)")
    }
    print(server.url + GatewayServer.contextPath)
    // Whoever started it may be reading through a pipe.
    fflush(nil)
    await TerminationSignal.wait()
    await server.stop()
    await client.drain(within: .seconds(5))
  }

  private func readConfiguration(_ path: String) throws -> ResourceConfiguration {
    do {
      return try ResourceConfiguration(contentsOf: path)
    } catch {
      throw ExitCode(2, saying: "\(error)")
    }
  }
}

extension ExitCode {
  /// Says on stderr what is wrong.
  fileprivate init(_ status: Int32, saying message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    self.init(status)
  }
}
