// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// Responds after the milliseconds in its path, for testing timeouts: `/250`.
struct DelayAdapter: Adapter {
  func answer(_ call: AdapterCall) async throws -> HTTPResponse {
    guard let milliseconds = call.segments.first.flatMap({ Int($0) }), (0...60_000).contains(milliseconds) else {
      throw Refusal(.badRequest, code: "badParameter", "the path is a number of milliseconds up to 60000")
    }
    try await Task.sleep(for: .milliseconds(milliseconds))
    return .json(["waited": JSON(milliseconds)])
  }
}
