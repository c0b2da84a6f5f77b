// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Checks the path segment that a template's expansion is writing, so that no value can change the address.
///
/// - A segment with values must not become `.` or `..`, with `%2E` or not, whatever follows a `;` in it: servers
///   resolve all of these. The same holds for a `..` between encoded slashes, which many servers resolve too. Values of
///   `{+name}` and `{#name}` are addresses themselves and exempt.
/// - A segment of simple values only must not be empty: `DELETE /users/{id}` with an empty `id` would mean all users.
///   The operators, such as `{/name}`, allow it.
struct SegmentGuard {
  private var start = 0
  private var variable: Substring?
  private var simpleVariable: Substring?
  /// Whether the output is still within the path, which ends at `?` or `#`.
  private(set) var isInPath = true

  /// Notes that a value of the variable is about to be written into the segment.
  mutating func enter(_ name: Substring, _ style: URITemplate.Style) {
    guard isInPath, !style.allowsReserved else { return }
    variable = name
    if style == .simple { simpleVariable = name }
  }

  /// Checks the segment before a byte that may end it is written.
  mutating func pass(_ byte: UInt8, _ output: [UInt8]) throws(URITemplateError) {
    guard isInPath else { return }
    switch byte {
    case UInt8(ascii: "/"):
      try check(output)
      start = output.count + 1
      variable = nil
      simpleVariable = nil
    case UInt8(ascii: "?"), UInt8(ascii: "#"):
      try check(output)
      isInPath = false
    default: break
    }
  }

  /// Checks the last segment at the end of the output.
  func check(_ output: [UInt8]) throws(URITemplateError) {
    guard isInPath, let variable else { return }
    let isDots = output.withUnsafeBufferPointer { bytes in
      DotSegments.isHidden(in: UnsafeBufferPointer(rebasing: bytes[start...]))
    }
    if isDots { throw .init(.dotSegment, variable: variable) }
    if let simpleVariable, output.count == start { throw .init(.emptySegment, variable: simpleVariable) }
  }
}
