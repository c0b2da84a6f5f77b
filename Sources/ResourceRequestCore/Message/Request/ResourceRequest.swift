// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request for a resource: method, target, parameters, header fields and body.
///
/// The target is a path, a path template or an absolute URL:
/// - `ResourceRequest("/adapters/Users/{name}")` is resolved against the gateway,
/// - `ResourceRequest("cities", service: "resorts")` against a backend service,
/// - `ResourceRequest("https://example.org/cities")` is used as it is.
///
/// A request is a value: copy it, change it, keep it, send it twice. It is validated when it is sent.
public struct ResourceRequest: Sendable, Hashable {
  /// The HTTP method.
  public var method: RequestMethod

  /// A path, a URI template of one (RFC 6570), or an absolute http or https URL.
  ///
  /// A query in the target is sent byte for byte, in front of ``query``. Only characters that no URL may contain are
  /// percent-encoded: those outside ASCII, `"`, `<`, `>`, `^`, `|`, the grave accent, and a `%` that does not begin
  /// `%XX`.
  public var target: String

  /// The backend service that a relative target is resolved against; `nil` for the gateway.
  public var service: String?

  /// The values of the target's template expressions.
  ///
  /// A value never adds a path segment unless the expression's operator (`+`, `/`, `#`) allows it. A name that no
  /// expression has is an error, since a misspelled name would silently leave out an optional expression.
  public var pathParameters: PathParameters

  /// Query parameters, appended to the target's own query in this order.
  public var query: QueryParameters

  /// How lists, booleans and nulls are written in the query and in a form.
  public var parameterEncoding = ParameterEncoding()

  /// Header fields.
  ///
  /// Fields that frame the message (`Content-Length`, `Transfer-Encoding`, `Connection`, `Upgrade`, `TE`, `Expect`) are
  /// set by the transport and refused here.
  public var headers: Headers

  /// The arguments of a JavaScript adapter's procedure, in order.
  ///
  /// They are sent as a JSON array named `params`: in the query for GET, HEAD and DELETE, otherwise as a form field.
  public var procedureParameters: [JSON]?

  /// The request body.
  ///
  /// Any method may have a body.
  public var body: ResourceRequest.Body?

  /// Trailer fields, sent after the body.
  public var trailers: RequestTrailers?

  /// The OAuth scopes of the request's token; `nil` inherits from the configuration, and from the scopes learned from
  /// responses.
  public var scope: TokenScope?

  /// Whether credentials are attached: tokens, cookies, and the service's configured credential.
  ///
  /// If not, fields of the service, items of its base URL and default parameters whose names suggest secrets are left out
  /// too, and cookies of the response are not stored. ``headers`` are sent unchanged in either case. None are attached to
  /// TRACE, which a server sends back (RFC 9110 §9.3.8).
  public var usesCredentials = true

  /// Whether the target is trusted; use ``RequestTrust/untrusted`` for a URL that comes from data.
  public var trust = RequestTrust.trusted

  /// Time limits; each part that is `nil` inherits from the service.
  public var timeouts: Timeouts

  /// Size limits of the response; each part that is `nil` inherits from the service.
  public var limits = ResponseLimits()

  /// The redirect policy; `nil` inherits from the service.
  public var redirects: RedirectPolicy?

  /// The HTTP versions to use; `nil` inherits from the service.
  public var httpVersion: HTTPVersionPolicy?

  /// Whether to send `Expect: 100-continue`; `nil` inherits from the service.
  public var expectContinue: ExpectContinue?

  /// Whether to compress the request body; `nil` inherits from the service.
  public var compression: RequestCompression?

  /// Whether the content codings of the response body are decoded (RFC 9110 §8.4).
  ///
  /// If not, the body is delivered as received, such as compressed, with its `Content-Encoding`, and bypasses caches. A
  /// coding that the client does not know is delivered as received too if `Accept-Encoding` in ``headers`` names it;
  /// otherwise the call fails with `contentDecodingFailed`.
  public var decodesContent = true

  /// How the request uses its service's cache.
  public var cachePolicy = CachePolicy.protocol

  /// The cache partition, such as a user's name: stored responses are shared only between requests of the same
  /// partition.
  ///
  /// Set one if you set `Authorization` or `Cookie` yourself: without it such a response is not stored.
  public var cachePartition: String?

  /// The resilience overrides; behind a reference, since most requests have none.
  var policies: Shared<CallPolicies>?

  /// Creates a request for a target written as a string literal, whose interpolated values are encoded.
  ///
  /// ```swift
  /// let request = ResourceRequest("users/\(id)/files/\(name)", service: "people")
  /// ```
  ///
  /// - Parameters:
  ///   - target: a path, a template of one, or an absolute URL.
  ///   - method: the HTTP method.
  ///   - service: the backend service that a relative target is resolved against.
  ///   - pathParameters: the values of the target's template expressions.
  ///   - query: query parameters, appended to those of the target.
  ///   - headers: header fields.
  ///   - body: the body.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  public init(
    _ target: RequestTarget,
    method: RequestMethod = .get,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    body: Body? = nil,
    timeout: Duration? = nil
  ) {
    self.target = target.template
    self.method = method
    self.service = service
    self.pathParameters = pathParameters
    if !target.values.isEmpty { self.pathParameters.append(contentsOf: target.values) }
    self.query = query
    self.headers = headers
    self.body = body
    timeouts = Timeouts(total: timeout.map(Timeout.after))
  }

  /// Creates a request for a target in a string, which is used as it is.
  ///
  /// ```swift
  /// let request = ResourceRequest(
  ///   template,  // "users/{id}"
  ///   method: .put,
  ///   service: "people",
  ///   pathParameters: ["id": 7],
  ///   query: ["notify": true],
  ///   headers: ["Accept-Language": "de"],
  ///   body: .json(["name": "Ann"])
  /// )
  /// ```
  ///
  /// - Parameters:
  ///   - target: a path, a template of one, or an absolute URL.
  ///   - method: the HTTP method.
  ///   - service: the backend service that a relative target is resolved against.
  ///   - pathParameters: the values of the target's template expressions.
  ///   - query: query parameters, appended to those of the target.
  ///   - headers: header fields.
  ///   - body: the body.
  ///   - timeout: the total timeout; `nil` inherits from the service.
  @_disfavoredOverload
  public init(
    _ target: String,
    method: RequestMethod = .get,
    service: String? = nil,
    pathParameters: PathParameters = PathParameters(),
    query: QueryParameters = QueryParameters(),
    headers: Headers = Headers(),
    body: Body? = nil,
    timeout: Duration? = nil
  ) {
    self.init(
      RequestTarget(stringLiteral: target),
      method: method,
      service: service,
      pathParameters: pathParameters,
      query: query,
      headers: headers,
      body: body,
      timeout: timeout
    )
  }
}
