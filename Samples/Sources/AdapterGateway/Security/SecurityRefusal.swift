// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import ResourceRequestKit

/// The response to a client that is refused.
struct SecurityRefusal: Error {
  let response: HTTPResponse

  /// An error of an OAuth 2.0 endpoint (RFC 6749 §5.2).
  static func oauth(_ error: String, _ description: String, status: HTTPStatusCode = .badRequest) -> SecurityRefusal {
    let body: JSON = ["error": .string(error), "error_description": .string(description)]
    var response = HTTPResponse.json(body, status: status)
    if status == .unauthorized { response.headers[HTTPHeader("WWW-Authenticate")] = "Basic realm=\"gateway\"" }
    return SecurityRefusal(response: response)
  }

  /// The client is not registered, or not any more.
  static var unknownClient: SecurityRefusal {
    SecurityRefusal(response: .json(["errorCode": "INVALID_CLIENT_ID"], status: .badRequest))
  }

  /// A registered client requests a scope that no check grants.
  static var invalidScope: SecurityRefusal {
    SecurityRefusal(response: .json(["errorCode": "INVALID_SCOPE"], status: .badRequest))
  }

  /// The resource requires a token, or one with another scope (RFC 6750 §3).
  static func bearer(_ status: HTTPStatusCode, error: String? = nil, scope: TokenScope? = nil) -> SecurityRefusal {
    let details = [error.map { "error=\"\($0)\"" }, scope.map { "scope=\"\($0)\"" }].compactMap(\.self)
    let code = error ?? "unauthorized"
    let message = "the resource wants a token\(scope.map { " for \($0)" } ?? "")"
    var response = HTTPResponse.json(Refusal(status, code: code, message).json, status: status)
    response.headers[HTTPHeader("WWW-Authenticate")] =
      "Bearer" + (details.isEmpty ? "" : " ")
      + details.joined(separator: ", ")
    return SecurityRefusal(response: response)
  }
}
