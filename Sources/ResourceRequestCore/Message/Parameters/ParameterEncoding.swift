// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import ResourceRequestPlatform

/// How lists, booleans, dates and nulls are written in queries and forms; booleans and dates also in templates.
///
/// Servers differ, so requests can set it; the default fits most servers.
public struct ParameterEncoding: Sendable, Hashable {
  /// How a list is written; ``ArrayStyle/repeated`` by default.
  public var arrays: ArrayStyle
  /// How a boolean is written; ``BooleanStyle/words`` by default.
  public var booleans: BooleanStyle
  /// How a date is written; ``DateStyle/rfc3339`` by default.
  public var dates: DateStyle
  /// How ``ParameterValue/null`` is written; ``NullStyle/skipped`` by default.
  public var nulls: NullStyle

  /// Creates options.
  public init(
    arrays: ArrayStyle = .repeated,
    booleans: BooleanStyle = .words,
    dates: DateStyle = .rfc3339,
    nulls: NullStyle = .skipped
  ) {
    (self.arrays, self.booleans, self.dates, self.nulls) = (arrays, booleans, dates, nulls)
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

  /// The styles of dates.
  public enum DateStyle: String, Sendable, Hashable, CaseIterable {
    /// Writes `2026-05-06T07:08:09Z` (RFC 3339), with milliseconds where there are any.
    case rfc3339
    /// Writes the whole seconds since 1970, rounded down.
    case seconds
    /// Writes the whole milliseconds since 1970, rounded down.
    case milliseconds

    func text(of date: Date) -> String {
      switch self {
      case .rfc3339: date.wholeMilliseconds % 1_000 == 0 ? date.timestamp.dropLast(5) + "Z" : date.timestamp
      case .seconds: "\(date.wholeSeconds)"
      case .milliseconds: "\(date.wholeMilliseconds)"
      }
    }
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
