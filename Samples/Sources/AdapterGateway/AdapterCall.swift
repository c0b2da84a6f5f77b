// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation

/// A request as an adapter sees it: decoded, below the adapter's own path.
struct AdapterCall: Sendable {
  let method: HTTPMethod
  /// The path behind the adapter's name, decoded segment by segment.
  let segments: [String]
  let query: [FormField]
  let headers: HTTPHeaders
  let body: Data
  /// The request's path and query as they came.
  let target: HTTPRequest.Target
  /// The token it brought, where the adapter wants one.
  var token: IssuedToken?

  init(_ request: HTTPRequest, path: some Sequence<Substring>) async throws {
    method = request.method
    segments = path.map { $0.removingPercentEncoding ?? String($0) }
    query = FormField.parse(request.target.query(), plusIsSpace: false)
    headers = request.headers
    body = try await request.bodyData
    target = request.target
  }

  /// The fields of the body, where it is a form.
  var form: [FormField] {
    let type = headers[.contentType] ?? ""
    guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else { return [] }
    return FormField.parse(String(decoding: body, as: UTF8.self), plusIsSpace: true)
  }
}
