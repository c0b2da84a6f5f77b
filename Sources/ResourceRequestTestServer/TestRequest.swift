// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestConformance
public import ResourceRequestCore
public import ResourceRequestJSON
public import ResourceRequestPlatform

/// A request that a ``TestServer`` has read.
public struct TestRequest: Sendable, Hashable {
  /// The method.
  public let method: String
  /// The target, byte for byte, such as `/users/7?full=yes`.
  public let target: String
  /// The header fields, in order.
  public let headers: Headers
  /// The body, without chunks; as it was sent, if it was compressed.
  public let body: Data
  /// The version that it came by.
  public let version: ExchangeMetrics.HTTPVersion

  init(_ request: ConformanceRequest) {
    // White space around a value is no part of it (RFC 9112 §5).
    let fields = request.headers.map { Headers.Field(name: $0.name, value: String($0.value.trimmingBlanks())) }
    self.init(
      method: request.method,
      target: request.target,
      headers: Headers(fields),
      body: Data(request.body),
      version: .http1_1
    )
  }

  init(method: String, target: String, headers: Headers, body: Data, version: ExchangeMetrics.HTTPVersion) {
    (self.method, self.target, self.headers, self.body, self.version) = (method, target, headers, body, version)
  }

  /// The path of the target, without the query, and without the authority where a proxy was asked.
  public var path: String {
    let whole = String(target.cut(atByte: "?").0)
    guard !whole.begins(withBytesOf: "/"), let url = try? ResourceURL(whole) else { return whole }
    return url.path
  }

  /// The query, without `?`; `nil` if there is none.
  public var query: String? { target.cut(atByte: "?").1.map { String($0) } }

  /// Whether the client waits for a word before it sends the body (RFC 9110 §10.1.1).
  var asksToContinue: Bool { headers["Expect"]?.lowercasedASCII().hasSameBytes(as: "100-continue") == true }

  /// Whether the client closes the connection behind the response.
  var endsConnection: Bool { TestRequest.saysClose(headers) }

  static func saysClose(_ headers: Headers) -> Bool {
    headers.values(for: "Connection").contains { $0.lowercasedASCII().contains(bytes: "close") }
  }

  /// The body as UTF-8 text; malformed bytes become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; `nil` if it is none.
  public var json: JSON? { try? JSON(parsing: body) }
}
