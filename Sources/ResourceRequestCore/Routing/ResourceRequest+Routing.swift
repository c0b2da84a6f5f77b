// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest {
  /// What was asked, as far as it is known before routing. A query written in the target may hold secrets and is left out.
  package var summary: RequestSummary {
    RequestSummary(
      method: method, service: service, url: nil,
      target: String(target.prefix { $0 != "?" && $0 != "#" }.suffixAfterUserInfo))
  }

  func failure(_ code: ResourceError.Code, _ message: String, cause: (any Error)? = nil) -> ResourceError {
    ResourceError(code: code, message: message, request: summary, cause: cause)
  }

  /// What an exchange keeps to: what the request says, else the destination.
  func options(over destination: Destination) -> ExchangeOptions {
    guard timeouts.connect != nil || timeouts.read != nil || limits != ResponseLimits() || httpVersion != nil else {
      return destination.options
    }
    return ExchangeOptions(
      timeouts: timeouts.over(destination.settings.timeouts),
      limits: limits.over(destination.settings.limits),
      httpVersion: httpVersion ?? destination.options.httpVersion,
      maxConnections: destination.options.maxConnections)
  }
}

extension Substring {
  /// The text without the user information of an authority, which may hold a password.
  fileprivate var suffixAfterUserInfo: Substring {
    guard let at = lastIndex(of: "@"), contains("//") else { return self }
    return self[index(after: at)...]
  }
}
