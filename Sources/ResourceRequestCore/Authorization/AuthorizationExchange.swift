// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Talks to the endpoints that give out tokens: over the client's transport, through a pipeline of its own, so that
/// nothing a service or the caller adds to requests ends up there.
///
/// Redirects are not followed.
package struct AuthorizationExchange: Sendable {
  let pipeline: Pipeline
  /// The fields every request has.
  let headers: Headers
  /// Where the service itself is, and what holds there: its certificate, its keys, its way through the network.
  let own: (origin: Origin, options: ExchangeOptions)
  /// What holds for endpoints that are elsewhere.
  let options: ExchangeOptions
  /// The longest one exchange may take.
  let timeout: Duration

  /// An exchange for a service, whose endpoints may be with it or elsewhere; a minute at most each.
  package init(
    transport: any Transport,
    attempts: [any Middleware] = [],
    headers: Headers,
    own: (origin: Origin, options: ExchangeOptions),
    elsewhere options: ExchangeOptions,
    timeout: Duration?
  ) {
    pipeline = Pipeline([], attempts: attempts, transport: transport)
    self.headers = headers
    self.own = own
    self.options = options
    self.timeout = min(timeout ?? .seconds(60), .seconds(60))
  }

  /// What holds for an endpoint; of a response 1 MiB is read.
  func options(for url: ResourceURL) -> ExchangeOptions {
    var options = url.origin == own.origin ? own.options : options
    options.bodyLimit = min(options.bodyLimit, 1 << 20)
    return options
  }

  /// Sends a form.
  func send(form: RequestParameters, to url: ResourceURL, adding fields: Headers = Headers(), _ context: CallContext)
    async throws -> TransportResponse
  {
    try await send(
      .post,
      Data(form.formBody().utf8),
      MIMEType.form.essence,
      to: url,
      adding: fields,
      context
    )
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
    context.resolved(request)
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
