// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// Sends requests to token endpoints over the client's transport, through a separate pipeline, so that nothing that a
/// service or the caller adds to requests is sent there.
///
/// Redirects are not followed.
package struct AuthorizationExchange: Sendable {
  let pipeline: Pipeline
  /// The service, for the observers; `nil` for the gateway.
  let service: String?
  /// The header fields of every request.
  let headers: Headers
  /// The service's own origin and its exchange options: certificate, keys, proxy.
  let own: (origin: Origin, options: ExchangeOptions)
  /// The options for endpoints at other origins.
  let options: ExchangeOptions
  /// The timeout of one exchange.
  let timeout: Duration

  /// Creates an exchange for a service, whose endpoints may be at its own or another origin; at most a minute each.
  package init(
    transport: any Transport,
    service: String?,
    attempts: [any Middleware] = [],
    headers: Headers,
    own: (origin: Origin, options: ExchangeOptions),
    elsewhere options: ExchangeOptions,
    timeout: Duration?
  ) {
    let proxies = [own.options, options].map { $0.sharedConnection?.value.proxy }
    let logins: [any Middleware] =
      proxies.contains { ProxyLoginMiddleware.applies(to: $0) } ? [ProxyLoginMiddleware()] : []
    pipeline = Pipeline([StaleConnectionMiddleware()] + logins, attempts: attempts, transport: transport)
    self.service = service
    self.headers = headers
    self.own = own
    self.options = options
    self.timeout = min(timeout ?? .seconds(60), .seconds(60))
  }

  /// The options for an endpoint; at most 1 MiB of a response is read.
  func options(for url: ResourceURL) -> ExchangeOptions {
    var options = url.origin == own.origin ? own.options : options
    options.bodyLimit = min(options.bodyLimit, 1 << 20)
    return options
  }

  /// Sends a form.
  func send(form: RequestParameters, to url: ResourceURL, adding fields: Headers = Headers(), _ context: CallContext)
    async throws -> TransportResponse
  {
    try await send(.post, Data(form.formBody().utf8), MIMEType.form.essence, to: url, adding: fields, context)
  }

  /// Sends a request of any kind.
  func send(
    _ method: RequestMethod,
    _ body: Data?,
    _ contentType: String?,
    to url: ResourceURL,
    adding fields: Headers = Headers(),
    _ context: CallContext
  ) async throws -> TransportResponse {
    var headers = headers
    headers["Accept"] = MIMEType.json.essence
    headers["Content-Type"] = contentType
    for field in fields { headers[field.name] = field.value }
    let request = ResolvedRequest(
      method: method,
      url: url,
      headers: headers,
      body: body.map(OutgoingBody.init),
      options: options(for: url)
    )
    let context = context.serving(until: context.clock.now.advanced(clamping: timeout))
    if context.call.isObserved {
      context.call.ask(about: RequestSummary(method: method, service: service, url: url))
    }
    context.emit(.resolved)
    do {
      let response = try await pipeline.send(request, context: context)
      context.finished(response.status, response.metrics)
      return response
    } catch {
      context.ended(by: error)
      throw error
    }
  }
}

/// The state of one set of credentials: tokens, the scopes that resources require, and accepted logins.
///
/// Separate from ``Authorizer``, which fetches tokens: a changed timeout replaces the authorizer but keeps the state.
final class AuthorizationState: Sendable {
  let tokens = Lock(TokenCache.State())
  let learned = LearnedScopes()
  /// The last logins that its servers accepted.
  let sessions = LoginSessions()
  /// Logs in to proxies, which are told apart by their addresses.
  let proxyLogin = ProxyLoginMiddleware()
  /// Which logins, security checks and registrations are under way: one at a time, also across a reload.
  let (logins, checks, registration) = (Turns(), Turns(), Turns())
  /// The identifier of a client that the gateway has registered, and whose store could not take it.
  let unsavedClient = Lock<String?>(nil)
  /// The file of its token, one for the credentials and for whoever asks for the principal, so that all see the same token.
  let file: TokenFile?

  init(file: TokenFile? = nil) { self.file = file }
}
