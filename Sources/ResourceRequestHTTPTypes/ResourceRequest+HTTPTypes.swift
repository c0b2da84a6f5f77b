// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if HTTPTypes
  public import HTTPTypes
  public import ResourceRequestCore

  extension ResourceRequest {
    /// A request of HTTPTypes, such as one that a server received and passes on; `nil` for CONNECT, which asks for a tunnel.
    ///
    /// With a service its path and query are asked below the service's URL, and scheme and authority mean nothing. Without one
    /// they make an absolute URL where both are there. Nothing in it is a template. Fields that frame a message or are for one
    /// connection only (RFC 9110 §7.6.1) are left out, also those that `Connection` names: they are the transport's.
    ///
    /// - Parameters:
    ///   - request: method, target and fields.
    ///   - service: the backend service it goes to.
    ///   - body: the body, which HTTPTypes holds apart.
    ///   - timeout: the longest the whole call may take.
    public init?(
      _ request: HTTPRequest,
      service: String? = nil,
      body: Body? = nil,
      timeout: Duration? = nil
    ) {
      guard request.method != .connect, let method = RequestMethod(request.method) else { return nil }
      let path = request.path ?? "/"
      var target = path
      if service == nil, let scheme = request.scheme, let authority = request.authority {
        target = "\(scheme)://\(authority)\(path)"
      }
      var escaped = ""
      for scalar in target.unicodeScalars {
        switch scalar {
        case "{": escaped += "%7B"
        case "}": escaped += "%7D"
        default: escaped.unicodeScalars.append(scalar)
        }
      }
      self.init(
        escaped,
        method: method,
        service: service,
        headers: Headers(ConnectionFields.removed(from: request.headerFields)),
        body: body,
        timeout: timeout
      )
    }
  }

  extension HTTPRequest {
    /// What a client would send, in the form of HTTPTypes; `nil` where a part has no such form.
    ///
    /// It has the fields of the request and its service, and no credential of the service: see `ResourceClient.resolve(_:)`.
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
