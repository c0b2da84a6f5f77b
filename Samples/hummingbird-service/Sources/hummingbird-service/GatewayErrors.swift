// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import HTTPTypes
import Hummingbird
import Logging
import ResourceRequestKit

/// Creates responses for failed calls.
struct GatewayErrors<Context: RequestContext>: RouterMiddleware {
  func handle(
    _ request: Request,
    context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as ResourceError {
      // One line without secrets. The client gets only the code: the addresses of backends stay internal.
      context.logger.error("\(error)")
      throw HTTPError(error)
    }
  }
}

extension HTTPError {
  /// 504 after a time limit; 503 if the client's own limits refused to send; otherwise 502, since a backend failed.
  ///
  /// 400 if a path or a value makes the request invalid.
  init(_ error: ResourceError) {
    var headers: HTTPFields = [:]
    if error.isLoadShed, let wait = error.retryAfter { headers[.retryAfter] = "\(wait.components.seconds + 1)" }
    let invalid: [ResourceError.Code] = [.invalidPathParameter, .pathEscapesBase, .invalidURL, .invalidHeader]
    let status = invalid.contains(error.code) ? 400 : error.gatewayStatus.code
    self.init(HTTPResponse.Status(code: status), headers: headers, message: error.code.rawValue)
  }
}
