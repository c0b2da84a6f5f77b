// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The parts of a query that distinguish resources: a server's `No-Vary-Search`, and the configuration
/// (draft-ietf-httpbis-no-vary-search).
package struct SearchRule: Sendable, Hashable {
  private var keepsOrder: Bool
  /// Whether items count that are not named.
  private var keepsOthers: Bool
  /// The exceptions, decoded.
  private var named: Set<ExactText>
  /// Items that never count.
  private let ignored: Set<ExactText>

  /// Whether items whose names suggest secrets count whatever a server says: what it says of one user's token would
  /// show that user's response to another.
  private let keepsSecrets: Bool

  /// The rule of the configuration alone.
  package init(_ rules: CacheRules) {
    keepsOrder = rules.settings.keepsQueryOrder
    keepsOthers = true
    named = []
    ignored = Set(rules.settings.ignoredQuery.map { ExactText($0) })
    keepsSecrets = !rules.isShared
  }

  /// Whether it changes any query.
  package var isTrivial: Bool { keepsOrder && keepsOthers && named.isEmpty && ignored.isEmpty }

  /// Adds the rule of a response; a malformed one has no effect.
  package init(_ rules: CacheRules, _ headers: Headers) {
    self.init(rules)
    guard headers.contains("No-Vary-Search"),
      let members = StructuredDictionary(headers.values(for: "No-Vary-Search").joined(separator: ", ")).members
    else { return }
    var order = keepsOrder
    var others = true
    var exceptions: Set<ExactText> = []
    var excepted: [String]?
    for member in members {
      switch (member.key, member.value) {
      case ("key-order", .boolean(let isFree)): order = order && !isFree
      case ("params", .boolean(let areFree)): others = !areFree
      case ("params", .list(let names)): exceptions = Self.decoded(names)
      case ("except", .list(let names)): excepted = names
      // A known key of the wrong type spoils the field.
      case ("key-order", _), ("params", _), ("except", _): return
      default: break
      }
    }
    if let excepted {
      // Exceptions are of `params` without names.
      guard !others else { return }
      exceptions = Self.decoded(excepted)
    }
    keepsOrder = order
    keepsOthers = others
    named = exceptions
  }

  private static func decoded(_ names: [String]) -> Set<ExactText> {
    Set(names.map { ExactText(PercentEncoding.decodeLeniently($0, plusIsSpace: true)) })
  }

  /// The URL unchanged; `nil` if it has user information or a fragment, which are not compared.
  private static func whole(_ url: ResourceURL) -> String? {
    url.layout.userInfoEnd < 0 && url.layout.fragmentStart < 0 ? url.string : nil
  }

  /// The URL for comparison: without a fragment, and with the parts of its query that count.
  package func url(_ url: ResourceURL) -> String {
    if isTrivial || !url.layout.hasQuery, let text = Self.whole(url) { return text }
    let (whole, _) = url.removingUserInfo().string.cut(atByte: "#")
    guard !isTrivial, let query = url.query else { return String(whole) }
    var items: [(name: String, text: Substring)] = []
    for item in query.split(atByte: "&", omittingEmpty: true) {
      let name = PercentEncoding.decodeLeniently(item.cut(atByte: "=").head, plusIsSpace: true)
      let key = ExactText(name)
      guard !ignored.contains(key) else { continue }
      guard named.contains(key) != keepsOthers || keepsSecrets && SensitiveNames.contains(name) else { continue }
      items.append((name, item))
    }
    if !keepsOrder {
      // Items of one name keep their order among themselves.
      let places = items.indices.sorted { one, other in
        let (a, b) = (items[one].name, items[other].name)
        return a.hasSameBytes(as: b) ? one < other : a.utf8.lexicographicallyPrecedes(b.utf8)
      }
      items = places.map { items[$0] }
    }
    let base = whole.cut(atByte: "?").head
    return items.isEmpty ? String(base) : base + "?" + items.map { String($0.text) }.joined(separator: "&")
  }
}
