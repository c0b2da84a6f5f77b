// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest {
  /// What was asked, as far as it is known before routing.
  ///
  /// A query written in the target may hold secrets and is left out.
  package var summary: RequestSummary {
    RequestSummary(
      method: method,
      service: service,
      url: nil,
      target: String(target.withoutSecrets)
    )
  }

  func failure(_ code: ResourceError.Code, _ message: String, cause: (any Error)? = nil) -> ResourceError {
    ResourceError(code: code, message: message, request: summary, cause: cause)
  }

  /// Whether procedure parameters travel as a form field, and not in the query.
  var putsArgumentsInForm: Bool { ![.get, .head, .delete].contains(method) }

  /// Whether the query written in the target has a parameter of this name.
  func hasInlineParameter(_ name: String) -> Bool {
    guard let query = target.cut(atByte: "#").head.cut(atByte: "?").tail else { return false }
    return FormCodec.parse(query).contains { $0.name.hasSameBytes(as: name) }
  }

  /// What an exchange keeps to: what the request says, else the destination.
  func options(over destination: Destination, body: OutgoingBody?) -> ExchangeOptions {
    var options = limits(over: destination)
    if trust == .untrusted { options.sharedConnection = destination.connectionForUntrusted }
    if let body, let rule = expectContinue ?? destination.settings.expectContinue {
      options.expectContinue = rule.wait(forLength: body.length)
    }
    return options
  }

  /// Whether the body is compressed on its way to a destination.
  func compression(at destination: Destination) -> RequestCompression? {
    compression ?? destination.settings.requestCompression
  }

  private func limits(over destination: Destination) -> ExchangeOptions {
    guard timeouts.connect != nil || timeouts.read != nil || limits != ResponseLimits() || httpVersion != nil else {
      return destination.options
    }
    var options = destination.options
    if let connect = timeouts.connect { options.connectTimeout = connect }
    if let read = timeouts.read { options.readTimeout = read }
    if let bytes = limits.bodyBytes { options.bodyLimit = bytes }
    if let bytes = limits.headBytes { options.headLimit = bytes }
    if let httpVersion { options.httpVersion = httpVersion }
    return options
  }
}

extension String {
  /// The text without query and fragment, which may hold secrets, and without the user information of an authority.
  ///
  /// It may be no URL at all, and a password may have any character in it: what might be one is left out.
  fileprivate var withoutSecrets: Substring {
    let shown = prefix { $0 != "?" && $0 != "#" }
    guard contains("//"), contains("@") else { return shown }
    if let at = shown.lastIndex(of: "@") { return shown[shown.index(after: at)...] }
    // The @ came later: behind a colon in what looks like the authority, a password may have begun.
    guard let slashes = shown.firstRange(of: "//"),
      let colon = shown[slashes.upperBound...].firstIndex(of: ":")
    else { return shown }
    return shown[..<colon]
  }
}
