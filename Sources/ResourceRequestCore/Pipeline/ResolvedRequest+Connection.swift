// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResolvedRequest {
  /// The plan of its connection; `nil` if only the URL determines it.
  package var connectionPlan: ConnectionPlan? {
    let (endpoint, connection) = (endpoint, options.sharedConnection)
    guard endpoint != nil || connection != nil else { return nil }
    return ConnectionPlan(to: url.origin, at: endpoint, connection?.value ?? ConnectionOptions())
  }

  /// The destination for logs and errors: the origin, and the endpoint if there is one.
  package var place: String {
    endpoint.map { "\(url.origin) at endpoint \($0)" } ?? url.origin.description
  }
}
