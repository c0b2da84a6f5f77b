// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Logs in to a proxy that reads requests and passes them on, by Digest or as the proxy asks.
///
/// A proxy that refuses a request has not passed it on, so that it may go out again whatever its method. Tunnels are the
/// transport's: they are opened before anything of the request goes out. What a proxy accepted goes out at once from then on,
/// to that proxy only.
struct ProxyLoginMiddleware: Middleware {
  /// How often a proxy is answered during one attempt.
  private static let limit = 2

  private let sessions = LoginSessions()

  /// Whether any of the proxies is logged in to here.
  static func applies(to rules: ProxyRules?) -> Bool {
    [rules?.http, rules?.https].contains { $0.map { $0.speaksHTTP && $0.login != .basic } ?? false }
  }

  func send(_ request: ResolvedRequest, context: CallContext, next: Next) async throws
    -> TransportResponse
  {
    guard let proxy = request.connectionPlan?.readingProxy(of: request.url.origin),
      proxy.login != .basic,
      let username = proxy.username, let password = proxy.password
    else { return try await next(request, context: context) }
    let login = LoginCredential(username: username, password: password)
    let origin = Origin(isSecure: proxy.kind == .https, host: proxy.host, port: proxy.port)
    let key = LoginSessions.Key(origin: origin, named: login)
    let target = request.url.absoluteTarget
    var answered = 0
    while true {
      var attempt = request
      let field = sessions.field(for: key, request, clientNonce: LoginMiddleware.nonce(context), target: target)
      attempt.headers["Proxy-Authorization"] = field?.value
      do {
        guard answered > 0 else { return try await next(attempt, context: context) }
        return try await next.again(attempt, context: context, because: .login)
      } catch let failure as TransportFailure {
        guard let challenges = failure.proxyChallenges else { throw failure }
        let decision = LoginDecision.decide(challenges, allowsBasic: proxy.login == .any)
        // An old nonce says nothing about the credential, and an accepted credential may have been replaced since.
        guard let decision, answered == 0 || decision.isStale, answered < ProxyLoginMiddleware.limit
        else {
          sessions.end(key, of: login)
          throw failure
        }
        sessions.begin(decision, login, for: key)
        answered += 1
      }
    }
  }
}
