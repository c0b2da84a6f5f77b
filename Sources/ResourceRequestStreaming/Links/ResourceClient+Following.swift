// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient {
  /// Requests what a response refers to, such as the `Location` of a 201, or the target of a link: with GET, or HEAD after HEAD.
  ///
  /// ```swift
  /// let created = try await client.send(request).successful()
  /// if let location = created.headers["Location"] {
  ///   let order = try await client.follow(location, of: created, to: request)
  /// }
  /// ```
  /// The reference is resolved against the URL of the response (RFC 3986 §5.2). At the response's origin, the request
  /// belongs to the service of the first request, with its credential and its header fields except conditions; at
  /// another origin it is sent like a redirect there, without credentials.
  ///
  /// - Parameters:
  ///   - reference: an absolute URL, or a reference relative to the response's.
  ///   - response: the response that refers to it.
  ///   - request: the request that got the response.
  /// - Returns: the response.
  /// - Throws: ``ResourceError``, `invalidURL` if the reference is none, or `CancellationError`.
  public func follow(
    _ reference: String,
    of response: ResourceResponse,
    to request: ResourceRequest
  ) async throws -> ResourceResponse {
    let url: ResourceURL
    do throws(ResourceURL.Invalid) {
      url = try response.url.resolving(asWritten: reference).removingUserInfo().removingFragment()
    } catch {
      throw request.failure(
        .invalidURL,
        "what the response refers to is not a URL that can be requested: \(error.reason)"
      )
    }
    var next = request
    (next.body, next.trailers) = (nil, nil)
    return try await send(next, continuing: CallOptions.Continuation(url: url, isForeign: response.leadsAway(to: url)))
  }

  /// Sends a request to a URL from a response to it.
  func send(_ request: ResourceRequest, continuing there: CallOptions.Continuation) async throws -> ResourceResponse {
    var call = CallOptions()
    call.continuation = there
    var request = request
    // These are about the first representation only.
    for name in RedirectedFields.conditions { request.headers.remove(name) }
    request.idempotencyKey = nil
    return try await send(request, call)
  }
}

extension ResourceResponse {
  /// Whether a URL of this response is another origin's, or chosen by one: that must not choose the target of a request with
  /// credentials.
  func leadsAway(to target: ResourceURL) -> Bool {
    // By https it may be the same origin; whether it is asked that way is found where it is routed.
    isForeign || redirects.contains { $0.url.origin != url.origin } || !url.origin.isSame(orUpgradeOf: target.origin)
  }
}
