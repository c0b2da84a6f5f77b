// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension ResourceURL {
  /// Validates a Foundation URL.
  ///
  /// - Throws: ``Invalid`` as ``init(_:)-(String)`` does: for `file:` and other schemes, and without a host.
  public init(_ url: URL) throws(Invalid) {
    self = try Self.checked(url.absoluteString)
  }
}

extension URL {
  /// The URL as sent, for Foundation; `nil` if Foundation cannot parse it.
  public init?(_ url: ResourceURL) {
    self.init(string: url.string)
  }
}

extension ResourceRequest {
  /// Creates a request for a Foundation URL, which is used as it is: without template and service.
  ///
  /// If the URL comes from data, set ``trust`` to ``RequestTrust/untrusted``.
  ///
  /// - Parameters:
  ///   - url: the URL; one that is not http or https fails the request with `invalidURL`.
  ///   - method: the HTTP method.
  ///   - query: parameters to append to the URL's own.
  ///   - headers: header fields.
  ///   - body: the body.
  ///   - timeout: the total timeout of the call.
  public init(
    _ url: URL,
    method: RequestMethod = .get,
    query: QueryParameters = [:],
    headers: Headers = [:],
    body: Body? = nil,
    timeout: Duration? = nil
  ) {
    self.init(
      // A relative URL is none that is sent as it is: it has no host.
      ((url.scheme == nil ? "http:///" : "") + url.absoluteString).withoutTemplate,
      method: method,
      query: query,
      headers: headers,
      body: body,
      timeout: timeout
    )
  }
}
