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

  init(_ request: ConformanceRequest) {
    method = request.method
    target = request.target
    headers = request.headers
    body = Data(request.body)
  }

  /// The target without the query.
  public var path: String { String(target.cut(atByte: "?").0) }

  /// The query, without `?`; `nil` if there is none.
  public var query: String? { target.cut(atByte: "?").1.map { String($0) } }

  /// The body as text in UTF-8, with characters in the place of what is none.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as JSON; `nil` if it is none.
  public var json: JSON? { try? JSON(parsing: body) }
}
