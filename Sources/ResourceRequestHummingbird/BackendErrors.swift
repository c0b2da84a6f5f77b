// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Hummingbird
  import HTTPTypes
  public import Hummingbird
  import Logging
  public import ResourceRequestCore

  /// Makes responses of the calls that failed in the handlers below it.
  ///
  /// The client gets the status and the error's code; the message, which may name backends, goes to the request's logger.
  public struct BackendErrors<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware.
    public init() {}

    /// Handles a request, and a ``ResourceError`` of it as ``HTTPError/init(_:)`` does.
    public func handle(
      _ request: Request,
      context: Context,
      next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      do {
        return try await next(request, context)
      } catch let error as ResourceError {
        // One line without secrets.
        context.logger.error("\(error)")
        throw HTTPError(error)
      }
    }
  }

  extension HTTPError {
    /// Creates the response to a request whose call has failed.
    ///
    /// The status is 504 after a time limit, 503 (with `Retry-After` if known) if the client's own limits refused to
    /// send, 400 if a path or a value made the request invalid, and otherwise 502: a backend or its setup failed.
    public init(_ error: ResourceError) {
      var headers: HTTPFields = [:]
      if error.isLoadShed, let wait = error.retryAfter { headers[.retryAfter] = "\(wait.components.seconds + 1)" }
      let invalid: [ResourceError.Code] = [.invalidPathParameter, .pathEscapesBase, .invalidURL, .invalidHeader]
      // What an attempt finds invalid was added by the client itself.
      let isOfCaller = invalid.contains(error.code) && error.attempts.isEmpty
      let status = isOfCaller ? 400 : error.gatewayStatus.code
      self.init(HTTPResponse.Status(code: status), headers: headers, message: error.code.rawValue)
    }
  }
#endif
