// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if Hummingbird
  import HTTPTypes
  public import Hummingbird
  import ResourceRequestCore

  /// Limits the calls of the handlers below it to the time that the caller waits: `X-Request-Timeout-Ms: 300`,
  /// `grpc-timeout: 300m`.
  ///
  /// With `"deadline"` in the configuration, each backend is told what is left of it.
  public struct CallerDeadline<Context: RequestContext>: RouterMiddleware {
    /// Creates the middleware.
    public init() {}

    /// Handles a request within its caller's time.
    public func handle(
      _ request: Request,
      context: Context,
      next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      var fields = Headers()
      for field in request.headers { fields.append(field.name.rawName, field.value) }
      return try await ResourceDeadline.with(fieldsOf: fields) { try await next(request, context) }
    }
  }
#endif
