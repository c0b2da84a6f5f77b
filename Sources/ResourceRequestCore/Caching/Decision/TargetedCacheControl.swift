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

extension Headers {
  /// Replaces the freshness lifetime in the header fields.
  mutating func setLifetime(_ lifetime: Duration, at moment: Int64, _ rules: CacheRules) {
    let seconds = Swift.max(0, lifetime.clamped.components.seconds)
    // The field that counts, with its restrictions.
    let field = TargetedCacheControl.effective(rules.targets, in: self)?.field ?? "Cache-Control"
    var isForShared = false
    var kept = values(for: field).flatMap { FieldList.split($0) }.filter { element in
      let name = element.lowercasedASCII()
      if name.begins(withBytesOf: "s-maxage") { isForShared = rules.isShared }
      return !name.begins(withBytesOf: "max-age") && !name.begins(withBytesOf: "s-maxage")
    }
    // It counts only without Cache-Control (RFC 9111 §5.4).
    if !contains("Cache-Control"), CacheFreshness.hasNoCachePragma(self) { kept.append("no-cache") }
    // What shared caches have a lifetime for, they must not use beyond it (RFC 9111 §5.2.2.10).
    self[field] = (kept + ["\(isForShared ? "s-maxage" : "max-age")=\(seconds)"]).joined(separator: ", ")
    remove("Expires")
    remove("Age")
    // It is as old as the decision.
    self["Date"] = HTTPDate.format(moment)
  }
}
