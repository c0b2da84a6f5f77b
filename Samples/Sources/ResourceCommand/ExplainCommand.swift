// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ArgumentParser
import Foundation
import ResourceRequestKit

/// `resource explain`: shows what `send` would send, and what decided it.
struct ExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Shows what would be sent, and what decided it, without sending.",
    discussion: """
      Takes the options of send. Secrets are not shown.

      Example:
        resource explain GET cities --service resorts --timeout 3s
      """
  )

  @OptionGroup var options: RequestOptions

  /// So that `send` in a line can be replaced by `explain`.
  @OptionGroup(visibility: .hidden) var answer: AnswerOptions

  func run() async throws {
    try await reporting {
      let (request, configuration) = try options.prepare()
      let client = ResourceClient(configuration: configuration, transport: options.transport.make())
      let explanation = Explanation(
        of: try client.resolve(request),
        asked: request,
        by: options,
        configuration: configuration
      )
      try AnswerWriter.standardOutput.write(Data("\(explanation)\n".utf8))
      return .success
    }
  }
}
