// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Foundation
import ResourceRequestKit

extension SendCommand {
  /// Writes the body of the answer to stdout as it comes in.
  func stream(_ request: ResourceRequest, with client: ResourceClient) async throws -> ExitStatus {
    let output = AnswerOutput.standardOutput
    let response = try await client.stream(request)
    if answer.include { try output.write(Data(response.head.text.utf8)) }
    for try await chunk in response { try output.write(chunk) }
    if answer.metrics, let metrics = response.metrics {
      Console.standardError.write("\(MetricsTable(metrics: metrics))")
    }
    return ExitStatus(response.status)
  }

  /// Writes the events of the answer, and of those that follow it when the connection breaks, to stdout.
  func events(_ request: ResourceRequest, with client: ResourceClient) async throws -> ExitStatus {
    for try await event in client.events(request) {
      try AnswerOutput.standardOutput.write(Data(answer.format.render(event).utf8))
    }
    return .success
  }
}
