// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A summary of a request, for errors, events and logs.
///
/// Its description contains no secrets.
public struct RequestSummary: Sendable, Hashable {
  /// The method.
  public let method: RequestMethod
  /// The backend service, if the request named one.
  public let service: String?
  /// The URL, if the request was routed.
  ///
  /// Its description is redacted.
  public let url: ResourceURL?
  /// The target as the caller wrote it, without its query; of a routed request, the redacted path of its URL.
  ///
  /// A path is redacted where it is read, since most summaries are only shown by their URL.
  public var target: String { written ?? url.map { $0.shownPath ?? Redaction.path($0.path) } ?? "" }
  private let written: String?
  /// The path as the caller wrote it, with its `{variables}`; `nil` without variables, or after a redirect.
  public let template: String?

  /// A summary of a request that was routed.
  package init(method: RequestMethod, service: String?, url: ResourceURL, template: String? = nil) {
    self.method = method
    self.service = service
    self.url = url
    self.template = template
    written = nil
  }

  /// A summary of a request that was not routed yet.
  package init(method: RequestMethod, service: String?, target: String) {
    self.method = method
    self.service = service
    template = nil
    url = nil
    written = target
  }

  /// The method's name if telemetry knows it, which bounds the number of values; otherwise `nil`.
  package var knownMethod: String? {
    if case .custom(let token) = method, !token.name.hasSameBytes(as: "QUERY") { nil } else { method.name }
  }
}

extension RequestSummary: CustomStringConvertible {
  /// Method, URL and service in one line, such as `GET http://resorts.example/cities, service resorts`.
  public var description: String {
    let place = url.map { "\($0)" } ?? target
    return (service.map { "\(method) \(place), service \($0)" } ?? "\(method) \(place)").onOneLine
  }
}
