// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Attaches the token of a file to requests to the service's own origin only.
struct TokenFileMiddleware: Middleware {
  private let file: TokenFile
  private let origin: Origin
  private let warning: SecretFileWarning

  init(file: TokenFile, origin: Origin) {
    self.file = file
    self.origin = origin
    warning = SecretFileWarning(file.files)
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws -> TransportResponse {
    guard request.isAt(origin), request.authorization.usesCredentials,
      !request.headers.contains("Authorization")
    else { return try await next(request, context: context) }
    var request = request
    let (token, fault) = try file.look()
    request.headers["Authorization"] = "Bearer " + token.reveal()
    warning.tell(of: fault, request, context)
    return try await next(request, context: context)
  }
}
