// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

import Essentials
import ResourceRequestKit

/// A date after which a representation must, or must not, have changed.
struct TimeCondition: Hashable {
  let date: Date
  /// Whether the representation must not have changed.
  let isUnmodified: Bool

  /// Reads a date or takes a file's, as curl does; a leading `-` inverts the condition.
  ///
  /// - Parameters:
  ///   - text: a date as in HTTP or ISO 8601, or a path.
  ///   - fileDate: returns when a file was changed; `nil` if there is no such file.
  /// - Throws: ``InputError`` that says how to write dates.
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
    if let date = Date(http: text) { return date }
    // Foundation would ignore what follows a day.
    let isDay = text.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}/) != nil
    let styles = [Date.ISO8601FormatStyle.iso8601] + (isDay ? [.iso8601.year().month().day()] : [])
    return styles.lazy.compactMap { try? Date(text, strategy: $0) }.first  // Foundation parses: our caller's words
  }
}
