// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Method, target and service, without possible secrets: credentials in a URL, query, header fields and body.
  public var description: String { "\(summary)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Method, target and service.
  public var customMirror: Mirror { Mirror(self, children: ["summary": summary]) }
}
