// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension ResourceRequest {
    /// Converts a request of HTTPTypes, such as one that a server received and forwards; `nil` for CONNECT, which asks
    /// for a tunnel, and for a path that does not begin with `/`, which would go on with the host or be a URL itself.
    ///
    /// With a service, path and query are resolved against the service's URL, and scheme and authority are ignored.
    /// Without one, they form an absolute URL if both are present. Nothing in it is a template. Fields that frame the
    /// message and connection-specific fields (RFC 9110 §7.6.1) are left out, including those that `Connection` lists,
    /// since they belong to the transport.
    ///
    /// - Parameters:
    ///   - request: method, target and header fields.
    ///   - service: the backend service.
    ///   - body: the body, which HTTPTypes keeps separately.
    ///   - timeout: the total timeout of the call.
    public init?(
      _ request: HTTPRequest,
      service: String? = nil,
      body: Body? = nil,
      timeout: Duration? = nil
    ) {
      guard request.method != .connect, let method = RequestMethod(request.method) else { return nil }
      let path = request.path ?? "/"
      // A target may also be an absolute URL, or the `*` of OPTIONS (RFC 9112 §3.2); nothing is the service's own URL.
      guard path.utf8.first == UInt8(ascii: "/") || path.isEmpty && service != nil else { return nil }
      var target = path
      if service == nil, let scheme = request.scheme, let authority = request.authority {
        target = "\(scheme)://\(authority)\(path)"
      }
      self.init(
        target.withoutTemplate,
        method: method,
        service: service,
        headers: Headers(ConnectionFields.removed(from: request.headerFields)),
        body: body,
        timeout: timeout
      )
    }
  }

  extension HTTPRequest {
    /// Converts a resolved request; `nil` if a part has no form in HTTPTypes.
    ///
    /// It has the header fields of the request and its service, and no credential of the service: see
    /// `ResourceClient.resolve(_:)`.
    public init?(_ request: ResolvedRequest) {
      guard let method = HTTPRequest.Method(request.method) else { return nil }
      let url = request.url
      self.init(
        method: method,
        scheme: url.scheme,
        authority: url.port.map { "\(url.host):\($0)" } ?? url.host,
        path: url.requestTarget,
        headerFields: HTTPFields(request.headers)
      )
    }
  }
#endif
