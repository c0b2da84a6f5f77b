// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// The reason a request is not served, as the JSON of its response.
struct Refusal: Error {
  let status: HTTPStatusCode
  let code: String
  let message: String

  init(_ status: HTTPStatusCode, code: String, _ message: String) {
    self.status = status
    self.code = code
    self.message = message
  }

  var json: JSON {
    ["error": ["code": .string(code), "message": .string(message)]]
  }
}
