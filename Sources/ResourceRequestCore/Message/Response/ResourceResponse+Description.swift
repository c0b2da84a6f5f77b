// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Status, request, and the length of the body; never its content, which may be secret.
  public var description: String { "\(status) of \(request), \(data.count) bytes" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The parts, with the length of the body instead of its content.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "status": status, "headers": headers, "data": "\(data.count) bytes", "trailers": trailers, "request": request,
        "redirects": redirects, "metrics": metrics,
      ]
    )
  }
}
