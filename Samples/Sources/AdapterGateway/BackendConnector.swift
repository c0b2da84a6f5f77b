// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation
import ResourceRequestKit

/// Forwards requests to the gateway's backend services with the SDK, by the same configuration a client uses.
struct BackendConnector: Sendable {
  let client: ResourceClient

  /// Forwards a request to a service and returns the service's response.
  ///
  /// - Throws: ``Refusal`` if the request cannot be forwarded, or the service sent no response.
  func forward(_ request: HTTPRequest, service: String, path: String) async throws -> HTTPResponse {
    guard let method = RequestMethod(request.method.rawValue) else {
      throw Refusal(.badRequest, code: "invalidMethod", "the method is not a token")
    }
    let target = try ForwardedTarget.reference(path: path, query: request.target.query())
    var forwarded = ResourceRequest(target, method: method, service: service)
    for (header, value) in request.headers where ForwardedFields.goOut(header, with: request.headers) {
      forwarded.headers.append(header.rawValue, value)
    }
    let body = try await request.bodyData
    if !body.isEmpty { forwarded.body = .data(body) }
    do {
      return HTTPResponse(try await client.send(forwarded), to: request.method)
    } catch let error as ResourceError {
      throw Refusal(HTTPStatusCode(answering: error.code), code: error.code.rawValue, error.message)
    }
  }
}

extension HTTPResponse {
  /// Creates the response to the caller from a backend's response.
  ///
  /// The body has been decoded, so the header fields that describe its coding are left out.
  fileprivate init(_ response: ResourceResponse, to method: HTTPMethod) {
    var headers = HTTPHeaders()
    let fields = response.headers.filter { ForwardedFields.comeBack($0.name, with: response.headers) }
    for field in fields { headers.addValue(field.value, for: HTTPHeader(field.name)) }
    headers.addValue("1.1 gateway", for: HTTPHeader("Via"))
    if method == .HEAD { headers[.contentLength] = response.headers["Content-Length"] }
    self.init(
      statusCode: HTTPStatusCode(response.status.code, phrase: response.status.reasonPhrase),
      headers: headers,
      body: response.data
    )
  }
}

extension HTTPStatusCode {
  /// The status for a call without a response: 4xx if the request is at fault, 5xx if the backend is (RFC 9110 §15.6).
  fileprivate init(answering code: ResourceError.Code) {
    self =
      switch code {
      case .unknownService, .noGateway: .notFound
      case .pathEscapesBase, .invalidURL, .invalidTemplate, .invalidPathParameter, .invalidHeader, .invalidBody,
        .absoluteURLWithService:
        .badRequest
      case .unsupported: .notImplemented
      case .resourcesExhausted: .serviceUnavailable
      case .deadlineExceeded, .readTimeout, .connectTimeout: .gatewayTimeout
      default: .badGateway
      }
  }
}
