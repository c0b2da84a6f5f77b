// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Code, message and request, in one line that is safe to log.
  public var description: String {
    var text = "\(code): \(message)"
    if let request { text += " (\(request))" }
    if attempts.count > 1 { text += " after \(attempts.count) attempts" }
    return text
  }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The description without that of the cause: errors of other packages may print a URL with its secrets.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "code": code, "message": message, "request": request as Any, "attempts": attempts, "isRetryable": isRetryable,
        "mayHaveExecuted": mayHaveExecuted, "response": response as Any,
        "cause": cause.map { "\(type(of: $0))" } as Any,
      ]
    )
  }
}
