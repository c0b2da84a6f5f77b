// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A type that may hold secrets, and prints as its ``description`` without them, whichever way it is printed.
public protocol RedactedDescription: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension RedactedDescription {
  /// The same as `description`.
  public var debugDescription: String { description }
  /// Empty, so that `dump` shows no secrets.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
