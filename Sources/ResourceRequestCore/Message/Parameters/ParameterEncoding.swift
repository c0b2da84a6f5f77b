// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How lists, booleans and nulls are written in queries and forms.
///
/// Servers differ, so services and requests can set it; the default fits most servers.
public struct ParameterEncoding: Sendable, Hashable {
  /// How a list is written; ``ArrayStyle/repeated`` by default.
  public var arrays: ArrayStyle
  /// How a boolean is written; ``BooleanStyle/words`` by default.
  public var booleans: BooleanStyle
  /// How ``ParameterValue/null`` is written; ``NullStyle/skipped`` by default.
  public var nulls: NullStyle

  /// Creates options.
  public init(
    arrays: ArrayStyle = .repeated,
    booleans: BooleanStyle = .words,
    nulls: NullStyle = .skipped
  ) {
    self.arrays = arrays
    self.booleans = booleans
    self.nulls = nulls
  }

  /// The styles of lists; an empty list writes nothing in any of them.
  public enum ArrayStyle: String, Sendable, Hashable, CaseIterable {
    /// Repeats the name: `a=1&a=2`.
    case repeated
    /// Repeats the name with brackets: `a[]=1&a[]=2`, the brackets percent-encoded.
    case brackets
    /// Joins the values by commas: `a=1,2`; commas in a value are percent-encoded.
    case commas
  }

  /// The styles of booleans.
  public enum BooleanStyle: String, Sendable, Hashable, CaseIterable {
    /// Writes `true` and `false`.
    case words
    /// Writes `1` and `0`.
    case digits
  }

  /// The styles of null values.
  public enum NullStyle: String, Sendable, Hashable, CaseIterable {
    /// Leaves the parameter out.
    case skipped
    /// Writes the name alone: `a`.
    case nameOnly
    /// Writes an empty value: `a=`.
    case empty
  }
}
