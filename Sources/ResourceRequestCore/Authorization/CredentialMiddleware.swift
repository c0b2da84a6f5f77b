// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Adds a service's credential to every request to the service's own origin, and to no other.
struct CredentialMiddleware: Middleware {
  let credential: ServiceCredential
  let origin: Origin

  /// The middleware that puts a credential on.
  static func fit(for credential: ServiceCredential, origin: Origin) -> any Middleware {
    if case .bearerFile(let path) = credential.kind {
      return TokenFileMiddleware(file: TokenFile(path), origin: origin)
    }
    return CredentialMiddleware(credential: credential, origin: origin)
  }

  func send(_ request: ResolvedRequest, context: RequestContext, next: Next) async throws -> TransportResponse {
    guard request.url.origin == origin, request.authorization.usesCredentials else {
      return try await next(request, context: context)
    }
    return try await next(try credential.added(to: request), context: context)
  }
}

extension ServiceCredential {
  /// A request with the credential on it.
  ///
  /// What the caller set to show who asks wins over it.
  package func added(to request: ResolvedRequest) throws -> ResolvedRequest {
    var request = request
    switch kind {
    case .basic(let username, let password):
      request.headers.setIfAbsent("Authorization", Self.basic(username, password))
    case .apiKey(let key, let name, .basic):
      request.headers.setIfAbsent("Authorization", Self.basic(name, key))
    case .apiKey(let key, let name, .header):
      request.headers.setIfAbsent(name, key.reveal())
    case .apiKey(let key, let name, .query):
      request.url = try request.url.appendingQuery([name: key.reveal()])
    case .bearer(let token):
      request.headers.setIfAbsent("Authorization", "Bearer \(token.reveal())")
    case .bearerFile, .oauth2:
      // Their tokens change: middleware of their own puts them on.
      break
    }
    return request
  }

  /// RFC 7617, in UTF-8.
  private static func basic(_ username: String, _ password: Secret) -> String {
    "Basic " + Data("\(username):\(password.reveal())".utf8).base64EncodedString()
  }
}

extension Headers {
  fileprivate mutating func setIfAbsent(_ name: String, _ value: String) {
    if !contains(name) { add(name, value) }
  }
}
