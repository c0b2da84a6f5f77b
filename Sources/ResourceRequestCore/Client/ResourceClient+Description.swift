// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceClient: RedactedDescription {
  /// The number of configured services and the kind of transport.
  public var description: String {
    "a client of \(configuration.services.count) services over \(type(of: transport))"
  }
  /// The configuration without its secrets, and the kind of transport.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["configuration": configuration.redactedJSON().text(), "transport": "\(type(of: transport))"]
    )
  }
}
