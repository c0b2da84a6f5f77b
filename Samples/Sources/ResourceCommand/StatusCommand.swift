// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Essentials
import ResourceRequestKit

/// `resource status`: shows the status of a program's client.
struct StatusCommand: AsyncParsableCommand {
  /// The output formats.
  enum Form: String, ExpressibleByArgument, CaseIterable {
    case table, json, prometheus
  }

  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Shows the status of a program's client: calls, services, endpoints.",
    discussion: """
      Reads the status from a program that serves it as JSON, as the sample service does at /status, or from a file.

      Examples:
        resource status http://127.0.0.1:8090
        resource status incident.json --as prometheus
      """
  )

  @Argument(
    help: ArgumentHelp("Its URL, with /status as the path if none is given, or a file.", valueName: "url|file")
  )
  var place: String

  @Option(name: .customLong("as"), help: "How it is shown: table, json or prometheus.")
  var form: Form = .table

  func run() async throws {
    try await reporting {
      let status = try await StatusSource(place).status()
      let writer = AnswerWriter.standardOutput
      switch form {
      case .table: try writer.write(status.text(columns: writer.isTerminal ? Console.standardOutput.width : 100))
      case .json: try writer.write(try JSON(encoding: status))
      case .prometheus: try writer.write(status.prometheusText)
      }
      return .success
    }
  }
}
