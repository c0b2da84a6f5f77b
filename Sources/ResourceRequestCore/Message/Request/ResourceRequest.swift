// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What a caller asks for: a resource, by method and target, with its parameters, headers and body.
///
/// The target is a path, a path template or an absolute URL:
/// - `ResourceRequest("/adapters/Users/{name}")` lies below the gateway's address,
/// - `ResourceRequest("cities", service: "resorts")` below a backend service's,
/// - `ResourceRequest("https://example.org/cities")` stands for itself.
///
/// A request is a value: copy it, change it, keep it, send it twice. Nothing in it is checked before it is sent.
public struct ResourceRequest: Sendable, Hashable {
  /// What is asked of the resource.
  public var method: RequestMethod

  /// A path, an RFC 6570 template of one, or an absolute URL of scheme http or https.
  ///
  /// A query written here is sent byte for byte, before ``query``, but for what no URL may have, which is percent-encoded:
  /// characters outside ASCII, `"`, `<`, `>`, `^`, `|`, the grave accent, and a `%` that begins no `%XX`.
  public var target: String

  /// The backend service a relative target belongs to.
  public var service: String?

  /// The values of the target's template expressions.
  ///
  /// A value never adds a path segment unless the expression's operator (`+`, `/`, `#`) says so.
  public var pathParameters = PathParameters()

  /// What is added to the target's query, in order.
  public var query = QueryParameters()

  /// How arrays, booleans and absent values are written in the query and in a form.
  public var parameterEncoding = ParameterEncoding()

  /// Fields for the head.
  ///
  /// Those that frame the message (`Content-Length`, `Transfer-Encoding`, `Connection`, `Upgrade`, `TE`, `Expect`) are
  /// the transport's and refused here.
  public var headers = Headers()

  /// The arguments of a JavaScript adapter's procedure, in order.
  ///
  /// They travel as one JSON array named `params`: in the query for GET, HEAD and DELETE, as a form field otherwise.
  public var procedureParameters: [JSON]?

  /// What the request carries.
  ///
  /// Sent with every method that has one.
  public var body: ResourceRequest.Body?

  /// Fields that are sent after the body, over HTTP/1.1.
  public var trailers: RequestTrailers?

  /// What the request's token must be good for, where its service or gateway takes tokens; `nil` leaves it to the
  /// configuration and to what the resource asked for before.
  public var scope: TokenScope?

  /// Whether anything that shows who asks is put on the request: tokens, cookies, and what is configured for its service.
  ///
  /// Without credentials, cookies of the answer are not kept either.
  /// What ``headers`` say goes out in any case.
  public var usesCredentials = true

  /// Where the target comes from; say ``RequestTrust/untrusted`` of a URL that came with data.
  public var trust = RequestTrust.trusted

  /// How long the parts of the exchange may take; what is `nil` is the service's to say.
  public var timeouts: Timeouts

  /// How much of an answer is taken in; what is `nil` is the service's to say.
  public var limits = ResponseLimits()

  /// What is done with redirects; `nil` leaves it to the service.
  public var redirects: RedirectPolicy?

  /// Which versions of HTTP may be used; `nil` leaves it to the service.
  public var httpVersion: HTTPVersionPolicy?

  /// Whether the server is asked before the body is sent; `nil` leaves it to the service.
  public var expectContinue: ExpectContinue?

  /// Whether the body is compressed on its way; `nil` leaves it to the service.
  public var compression: RequestCompression?

  /// What the request makes of a cache, where its service has one.
  public var cachePolicy = CachePolicy.protocol

  /// Whose responses a cache keeps for it, such as a user's name: requests with one partition share what is stored, and with
  /// no other.
  ///
  /// Name one where you set `Authorization` or `Cookie` yourself: without it such a response is not stored.
  public var cachePartition: String?

  /// What it says of its policies; behind a reference, since most requests say nothing.
  var policies: Shared<CallPolicies>?

  /// A request for a target.
  ///
  /// - Parameters:
  ///   - target: a path, a template of one, or an absolute URL.
  ///   - method: what is asked of the resource.
  ///   - service: the backend service a relative target belongs to.
  ///   - timeout: the longest the whole call may take; `nil` leaves it to the service.
  public init(_ target: String, method: RequestMethod = .get, service: String? = nil, timeout: Duration? = nil) {
    self.target = target
    self.method = method
    self.service = service
    timeouts = Timeouts(total: timeout.map(Timeout.after))
  }
}
