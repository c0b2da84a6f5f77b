// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

extension HTTPResponse {
  /// A response with a JSON body.
  static func json(_ value: JSON, status: HTTPStatusCode = .ok) -> HTTPResponse {
    HTTPResponse(statusCode: status, headers: [.contentType: "application/json"], body: value.data())
  }

  /// The response without its body if the method is HEAD; `Content-Length` stays (RFC 9110 §9.3.2).
  func fitting(_ method: HTTPMethod) -> HTTPResponse {
    guard method == .HEAD, case .httpBody(let body) = payload else { return self }
    var headers = headers
    if headers[.contentLength] == nil { headers[.contentLength] = body.count.map(String.init) }
    return HTTPResponse(statusCode: statusCode, headers: headers)
  }
}
