// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import FlyingFox
import Foundation

/// A request as an adapter sees it: decoded, below the adapter's own path.
struct AdapterCall: Sendable {
  let method: HTTPMethod
  /// The path after the adapter's name, decoded segment by segment.
  let segments: [String]
  let query: [FormField]
  let headers: HTTPHeaders
  let body: Data
  /// The fields of the body if it is a form; otherwise empty.
  let form: [FormField]
  /// The request's path and query as received.
  let target: HTTPRequest.Target
  /// The call's token; `nil` if the adapter does not require one.
  var token: IssuedToken?

  /// Reads a request.
  ///
  /// - Throws: ``Refusal`` if the query or the form has too many fields.
  init(_ request: HTTPRequest, path: some Sequence<Substring>) async throws {
    method = request.method
    segments = path.map { PercentCoding.decode($0.utf8, plusIsSpace: false) }
    query = try FormField.parse(request.target.query().utf8, plusIsSpace: false)
    headers = request.headers
    body = try await request.bodyData
    let type = (headers[.contentType] ?? "").lowercased()
    let isForm = type.utf8.starts(with: "application/x-www-form-urlencoded".utf8)
    form = isForm ? try FormField.parse(body, plusIsSpace: true) : []
    target = request.target
  }
}
