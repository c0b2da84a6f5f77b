// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResolvedRequest {
  /// How its connection is made; `nil` where nothing says anything but the URL.
  package var connectionPlan: ConnectionPlan? {
    let (endpoint, connection) = (endpoint, options.sharedConnection)
    guard endpoint != nil || connection != nil else { return nil }
    return ConnectionPlan(to: url.origin, at: endpoint, connection?.value ?? ConnectionOptions())
  }

  /// Where it goes, for logs and errors: its origin, and the endpoint where it has one.
  package var place: String {
    endpoint.map { "\(url.origin) at endpoint \($0)" } ?? url.origin.description
  }
}
