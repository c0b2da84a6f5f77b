// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What the values of an object inherit from an outer one: of its rows those that the outer value sets.
///
/// It is found once for a document, however many services inherit it.
struct Inheritance<Whole>: Sendable {
  /// Takes a member of the outer value where the one pointed at has none.
  ///
  /// A pointer, since a copy of the whole for each row would cost more than what is inherited.
  typealias Row = @Sendable (UnsafeMutablePointer<Whole>) -> Void

  private let rows: [Row]

  init(rows: [Row]) { self.rows = rows }

  /// Whether nothing is inherited.
  var isEmpty: Bool { rows.isEmpty }

  /// Completes a value in its place.
  func complete(_ whole: UnsafeMutablePointer<Whole>) {
    for row in rows { row(whole) }
  }

  /// A value, completed.
  func completing(_ whole: Whole) -> Whole {
    if isEmpty { return whole }
    var result = whole
    withUnsafeMutablePointer(to: &result) { complete($0) }
    return result
  }
}
