// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A request for a resource: method, target, parameters, header fields and body.
///
/// The target is a path, a path template or an absolute URL:
/// - `ResourceRequest("/adapters/Users/{name}")` lies below the gateway's address,
/// - `ResourceRequest("cities", service: "resorts")` below a backend service's,
/// - `ResourceRequest("https://example.org/cities")` stands for itself.
///
/// A request is a value: copy it, change it, keep it, send it twice. Nothing in it is checked before it is sent.
public struct ResourceRequest: Sendable, Hashable {
  /// The HTTP method.
  public var method: RequestMethod

  /// A path, an RFC 6570 template of one, or an absolute URL of scheme http or https.
  ///
  /// A query written here is sent byte for byte, before ``query``, but for what no URL may have, which is percent-encoded:
  /// characters outside ASCII, `"`, `<`, `>`, `^`, `|`, the grave accent, and a `%` that begins no `%XX`.
  public var target: String

  /// The backend service that a relative target is resolved against; `nil` for the gateway.
  public var service: String?

  /// The values of the target's template expressions.
  ///
  /// A value never adds a path segment unless the expression's operator (`+`, `/`, `#`) says so. A name that no expression
  /// has is an error, since a misspelled one would leave an optional expression out.
  public var pathParameters: PathParameters

  /// Query parameters, appended to the target's own query in this order.
  public var query: QueryParameters

  /// How arrays, booleans and absent values are written in the query and in a form.
  public var parameterEncoding = ParameterEncoding()

  /// Header fields.
  ///
  /// Those that frame the message (`Content-Length`, `Transfer-Encoding`, `Connection`, `Upgrade`, `TE`, `Expect`) are
  /// the transport's and refused here.
  public var headers: Headers

  /// The arguments of a JavaScript adapter's procedure, in order.
  ///
  /// They travel as one JSON array named `params`: in the query for GET, HEAD and DELETE, as a form field otherwise.
  public var procedureParameters: [JSON]?

  /// The request body.
  ///
  /// Sent with any method.
  public var body: ResourceRequest.Body?

  /// Trailer fields, sent after the body over HTTP/1.1.
  public var trailers: RequestTrailers?

  /// What the request's token must be good for, where its service or gateway takes tokens; `nil` leaves it to the
  /// configuration and to what the resource asked for before.
  public var scope: TokenScope?

  /// Whether anything that shows who asks is put on the request: tokens, cookies, and what is configured for its service.
  ///
  /// Without credentials, cookies of the response are not stored either.
  /// ``headers`` are sent unchanged in either case.
  public var usesCredentials = true

  /// Whether the target is trusted; use ``RequestTrust/untrusted`` for a URL that came with data.
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

  /// How the request uses its service's cache.
  public var cachePolicy = CachePolicy.protocol

  /// The cache partition, such as a user's name: requests share stored responses with requests of the same partition and with
  /// no other.
  ///
  /// Name one where you set `Authorization` or `Cookie` yourself: without it such a response is not stored.
  public var cachePartition: String?

  /// The resilience overrides; behind a reference, since most requests have none.
  var policies: Shared<CallPolicies>?

  /// A request for a target.
  ///
  /// ```swift
  /// let request = ResourceRequest(
  ///   "users/{id}",
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
  ///   - service: the backend service a relative target belongs to.
  ///   - pathParameters: the values of the target's template expressions.
  ///   - query: query parameters, behind those of the target.
  ///   - headers: header fields.
  ///   - body: the body.
  ///   - timeout: the longest the whole call may take; `nil` leaves it to the service.
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
    self.target = target
    self.method = method
    self.service = service
    self.pathParameters = pathParameters
    self.query = query
    self.headers = headers
    self.body = body
    timeouts = Timeouts(total: timeout.map(Timeout.after))
  }
}
