// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest {
  /// A summary of the request before it is routed.
  ///
  /// The query of the target may hold secrets and is left out.
  package var summary: RequestSummary {
    RequestSummary(method: method, service: service.map { Redaction.reference($0) }, target: Redaction.place(target))
  }

  /// The path of the target if it is a template; without its other parts, which may hold secrets.
  var pathTemplate: String? {
    guard target.contains(byte: "{") else { return nil }
    var isInside = false
    let end = target.utf8.firstIndex { byte in
      if byte == UInt8(ascii: "{") { isInside = true }
      if byte == UInt8(ascii: "}") { isInside = false }
      return !isInside && (byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#"))
    }
    var path = target[..<(end ?? target.endIndex)]
    // For an absolute URL, the part after the authority.
    if let scheme = path.firstRange(ofBytes: "://"), !path[..<scheme.lowerBound].contains(byte: "/") {
      guard let slash = path[scheme.upperBound...].firstIndex(ofByte: "/") else { return nil }
      path = path[slash...]
    }
    return path.contains(byte: "{") ? Redaction.path(path) : nil
  }

  package func failure(_ code: ResourceError.Code, _ message: String, cause: (any Error)? = nil) -> ResourceError {
    ResourceError(code: code, message: message, request: summary, cause: cause)
  }

  /// Refuses a relative target of somebody else's: it must not choose what is asked with the gateway's credentials.
  func staysFromGateway() throws {
    guard trust == .untrusted else { return }
    throw failure(
      .invalidURL,
      "an untrusted target is relative, which leads to the gateway with its credentials; give an absolute URL, or name a service"
    )
  }

  /// Whether credentials go with it: a server sends back what comes with TRACE (RFC 9110 §9.3.8).
  var sendsCredentials: Bool { if case .trace = method { false } else { usesCredentials } }

  /// Whether procedure parameters are sent as a form field instead of in the query.
  var putsArgumentsInForm: Bool { ![.get, .head, .delete].contains(method) }

  /// Whether the query of the target, with the values of its template, has a parameter of this name.
  func hasInlineParameter(_ name: String) -> Bool {
    let target =
      (try? URITemplate.expand(self.target) { pathParameters.templateValue($0, by: parameterEncoding) }) ?? self.target
    guard let query = target.cut(atByte: "#").head.cut(atByte: "?").tail else { return false }
    return FormCodec.parse(query).contains { $0.name.hasSameBytes(as: name) }
  }

  /// The options of the exchange: the request's, else the destination's.
  func options(over destination: Destination, body: OutgoingBody?, _ call: CallOptions) -> Shared<ExchangeOptions> {
    let rule = body == nil ? nil : expectContinue ?? destination.settings.expectContinue
    let hasOwn = changesLimits || redirects != nil || !decodesContent || trust == .untrusted
    guard hasOwn || rule != nil || call.delivery != .whole || call.usesOwnConnection else {
      return destination.usualOptions
    }
    var options = limits(over: destination)
    options.streamWindow = call.delivery.window
    options.decodesContent = decodesContent
    options.streamsRedirects = (redirects ?? destination.settings.redirects ?? .follow) != .refuse
    if call.usesOwnConnection {
      options.wantsNewConnection = true
      options.mayShareNewConnection = false
    }
    if trust == .untrusted { options.sharedConnection = destination.connectionForUntrusted }
    if let body, let rule { options.expectContinue = rule.wait(forLength: body.length) }
    return Shared(options)
  }

  /// The compression of the body for a destination.
  func compression(at destination: Destination) -> RequestCompression? {
    compression ?? destination.settings.requestCompression
  }

  private var changesLimits: Bool {
    timeouts.connect != nil || timeouts.read != nil || limits != ResponseLimits() || httpVersion != nil
  }

  private func limits(over destination: Destination) -> ExchangeOptions {
    var options = destination.options
    if let connect = timeouts.connect { options.connectTimeout = connect }
    if let read = timeouts.read { options.readTimeout = read }
    if let bytes = limits.bodyBytes { options.bodyLimit = bytes }
    if let bytes = limits.headBytes { options.headLimit = bytes }
    if let httpVersion { options.httpVersion = httpVersion }
    return options
  }
}

extension ResourceRequest: RedactedDescription {
  /// Method, target and service, without possible secrets: credentials in a URL, query, header fields and body.
  public var description: String { "\(summary)" }
  /// Method, target and service.
  public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}

extension ResourceRequest {
  /// The error where a name cannot be that of a service behind the gateway.
  func unnameable(_ service: String) -> ResourceError {
    failure(
      .unknownService,
      "the name \"\(Redaction.reference(service))\" cannot name a service of the gateway: it is not a path segment"
    )
  }
}
