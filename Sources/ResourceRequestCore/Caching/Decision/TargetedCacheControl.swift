// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Targeted fields such as `CDN-Cache-Control`, which replace `Cache-Control` for the caches that they target (RFC
/// 9213).
///
/// They are dictionaries of structured fields (RFC 9651 §3.2): a field that cannot be parsed completely counts as
/// absent.
enum TargetedCacheControl {
  /// The directives of the first well-formed targeted field; `nil` if there is none (RFC 9213 §2.2).
  static func find(_ targets: [String], in headers: Headers) -> CacheControl? {
    effective(targets, in: headers)?.control
  }

  /// The same, with the name of the field.
  static func effective(_ targets: [String], in headers: Headers) -> (field: String, control: CacheControl)? {
    for name in targets {
      guard headers.contains(name) else { continue }
      let members = StructuredDictionary(headers.values(for: name).joined(separator: ", ")).members
      if let members, !members.isEmpty { return (name, directives(members)) }
    }
    return nil
  }

  private static func directives(_ members: [StructuredDictionary.Member]) -> CacheControl {
    var control = CacheControl()
    for member in members {
      let value: DirectiveReader.Value
      switch member.value {
      case .boolean(true): value = .none
      // The last one of a name counts, and this one disables it.
      case .boolean(false): continue
      case .integer(let number): value = .text(String(number))
      // A directive of the wrong type is ignored (RFC 9213 §2.1), unless it restricts.
      case .other, .list: value = .malformed
      }
      if value == .malformed, member.key == "max-age" || member.key == "s-maxage" { continue }
      control.take(.init(name: member.key, value: value), restrictingOnly: false)
    }
    return control
  }
}
