// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestParameters.Element: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `name=value`; the value is `‹redacted›` where the name says that it may be a secret.
  public var description: String { "\(name)=\(shownValue)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// Name and shown value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }

  private var shownValue: String { Redaction.value(of: name, "\(value)") }
}

extension RequestParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The parameters in order, as each shows itself.
  public var description: String { elements.description }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The parameters, as each shows itself.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
