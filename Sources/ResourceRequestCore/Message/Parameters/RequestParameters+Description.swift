// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension RequestParameters.Element: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `name=value`; the value is `‹redacted›` if the name suggests a secret.
  public var description: String { "\(name)=\(shownValue)" }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The name and the redacted value.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": shownValue]) }

  private var shownValue: String { Redaction.value(of: name, "\(value)") }
}

extension RequestParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The parameters in order, redacted.
  public var description: String { elements.description }
  /// The same as ``description``.
  public var debugDescription: String { description }
  /// The parameters, redacted.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
