// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

extension HTTPResponse {
  /// An answer that carries JSON.
  static func json(_ value: JSON, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: value.data())
  }

  /// The answer without its body where the method has none to come back: the length stays (RFC 9110 §9.3.2).
  func fitting(_ method: HTTPMethod) -> HTTPResponse {
    guard method == .HEAD, case .httpBody(let body) = payload else { return self }
    var headers = headers
    if headers[.contentLength] == nil { headers[.contentLength] = body.count.map(String.init) }
    return HTTPResponse(statusCode: statusCode, headers: headers)
  }
}
