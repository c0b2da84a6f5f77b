// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import AdapterGateway
import ArgumentParser
import Foundation
import LoopbackServer
import ResourceRequestKit

/// Runs the adapter gateway until a signal ends it.
@main
struct GatewayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gateway",
    abstract: "An adapter gateway on 127.0.0.1, for demonstration and tests.",
    discussion: """
      Prints the URL it serves on one line, and ends with status 0 on SIGTERM or Ctrl-C.

      Below URL/api/adapters: JavaAdapter, JavaScriptAdapter, echo, joke, status, delay, conflict, and account, which \
      wants tokens.
      Below URL/api/backendservice/{service}: the services of --config.
      Below URL/api/az/v1: the token endpoint, for the client "sample" with the secret "sample-secret", and for clients \
      that register themselves. The PIN of their security check is 1234.

      Examples:
        gateway --port 8080
        gateway --config backends.json
        gateway --token-lifetime 20
      """
  )

  @Option(help: "The port to listen on; 0 takes one that is free.")
  var port: UInt16 = 0

  @Option(help: ArgumentHelp("The backend services it forwards to, as JSON.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The lifetime of its tokens.", valueName: "seconds"))
  var tokenLifetime = 3599

  @Option(help: ArgumentHelp("The maximum size of a request's body; a larger one gets 413.", valueName: "bytes"))
  var bodyLimit = LoopbackServer.defaultBodyLimit

  func validate() throws {
    guard (0...1 << 30).contains(bodyLimit) else {
      throw ValidationError("--body-limit is a number of bytes up to 1073741824, a gibibyte")
    }
    guard (1...31_536_000).contains(tokenLifetime) else {
      throw ValidationError("--token-lifetime is a number of seconds from 1 to 31536000, a year")
    }
  }

  func run() async throws {
    // Without this, a peer that closes early would end the process instead of its own connection.
    signal(SIGPIPE, SIG_IGN)
    let termination = TerminationSignal()
    let client = ResourceClient(configuration: try config.map { try readConfiguration($0) } ?? .empty)
    let security = SecurityOptions(tokenLifetime: tokenLifetime)
    let server: LoopbackServer
    do {
      server = try await GatewayServer.start(port: port, client: client, security: security, bodyLimit: bodyLimit)
    } catch {
      throw ExitCode(1, saying: "gateway: \(error)")
    }
    print(server.url + GatewayServer.contextPath)
    // Flushes the URL for a parent process that reads it through a pipe.
    fflush(nil)
    await termination.wait()
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
  /// Reports an error on stderr.
  fileprivate init(_ status: Int32, saying message: String) {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    self.init(status)
  }
}
