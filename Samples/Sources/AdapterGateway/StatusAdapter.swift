// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// Responds with the status in its path: `/404`.
struct StatusAdapter: Adapter {
  func answer(_ call: AdapterCall) throws -> HTTPResponse {
    guard let code = call.segments.first.flatMap({ Int($0) }), (200...599).contains(code) else {
      throw Refusal(.badRequest, code: "badParameter", "the path is a status from 200 to 599")
    }
    let status = HTTPStatusCode(code, phrase: Status(code).reasonPhrase)
    return code == 204 || code == 304 ? HTTPResponse(statusCode: status) : .json(["status": JSON(code)], status: status)
  }
}
