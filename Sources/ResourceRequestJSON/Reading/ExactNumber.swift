// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The representations of a JSON number, chosen so that nothing is lost between reading and writing.
enum ExactNumber: Sendable {
  case integer(Int64)
  /// Only for values above `Int64.max`, so that each integer has one form.
  case unsigned(UInt64)
  /// Always finite.
  case double(Double)
  /// Valid JSON number text that fits none of the above.
  case text(String)
}
