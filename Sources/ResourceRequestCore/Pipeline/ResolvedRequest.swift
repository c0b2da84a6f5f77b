// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What goes out: an absolute URL, checked fields, bytes.
///
/// Made by the router; a transport sends it as it stands.
public struct ResolvedRequest: Sendable, Hashable {
  /// The method.
  public var method: Method
  /// Where it goes.
  public var url: ResourceURL
  /// Every field to be sent, but for those that frame the message and `Host` where the caller set none.
  public var headers: Headers
  /// What it carries; `nil` for no body at all, which is not the same as an empty one.
  public var body: OutgoingBody?
  /// The backend service it belongs to.
  public var service: String?
  /// What the exchange must keep to.
  public var options: ExchangeOptions
  /// What it says of credentials, for those who put them on it.
  package var authorization = RequestAuthorization()

  /// A request that is ready to be sent.
  public init(
    method: Method = .get,
    url: ResourceURL,
    headers: Headers = Headers(),
    body: OutgoingBody? = nil,
    service: String? = nil,
    options: ExchangeOptions = ExchangeOptions()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.service = service
    self.options = options
  }
}

extension ResolvedRequest {
  /// What goes out, without secrets.
  package var summary: RequestSummary {
    RequestSummary(method: method, service: service, url: url, target: url.path)
  }
}
