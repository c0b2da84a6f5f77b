// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// A date that a representation must have changed after, or not.
struct TimeCondition: Hashable {
  let date: Date
  /// Whether it must not have changed.
  let isUnmodified: Bool

  /// Reads a date, or takes that of a file, as curl does: a `-` in front turns the condition round.
  ///
  /// - Parameters:
  ///   - text: a date of HTTP or ISO 8601, or a path.
  ///   - fileDate: when a file changed; `nil` where there is none.
  /// - Throws: ``InputError`` that says how dates are written.
  init(_ text: String, fileDate: (String) -> Date?) throws {
    isUnmodified = text.utf8.first == UInt8(ascii: "-")
    let rest = isUnmodified ? String(text.dropFirst()) : text
    guard let date = Self.date(rest) ?? fileDate(rest) else {
      throw InputError(
        "--time-cond: \"\(rest)\" is neither a file nor a date; write 2026-01-31, 2026-01-31T12:00:00Z "
          + "or \"Sat, 31 Jan 2026 12:00:00 GMT\""
      )
    }
    self.date = date
  }

  private static func date(_ text: String) -> Date? {
    Date(http: text) ?? (try? Date(text, strategy: .iso8601))
      ?? (try? Date(text, strategy: .iso8601.year().month().day()))
  }
}
