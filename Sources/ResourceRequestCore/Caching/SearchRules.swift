// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The rules of servers for comparing queries, by path: remembered, so that a request finds its key before it is sent.
final class SearchRules: Sendable {
  /// More paths than a program requests with many queries.
  private static let most = 1024
  /// More rules than a path has had for long.
  private static let mostFormer = 8

  private struct State {
    var rules: [ExactText: SearchRule] = [:]
    var order: [ExactText] = []
    /// The last rules that paths had before, by which responses may still be stored.
    var former: [ExactText: [SearchRule]] = [:]
    /// The paths of those, the one that changed last at the end.
    var changed: [ExactText] = []

    /// Gives a path a rule, or none, and remembers the one that it had.
    mutating func set(_ rule: SearchRule?, for path: ExactText) {
      let old = rules[path]
      rules[path] = rule
      if old == nil, rule != nil { order.append(path) }
      guard let old, old != rule else { return }
      if rule == nil { order.removeAll { $0 == path } }
      changed.removeAll { $0 == path }
      changed.append(path)
      if changed.count > SearchRules.most { former[changed.removeFirst()] = nil }
      let others = (former[path] ?? []).filter { $0 != old }
      former[path] = (others + [old]).suffix(SearchRules.mostFormer)
    }
  }

  private let state = Lock(State())
  let standard: SearchRule

  init(_ rules: CacheRules) {
    standard = SearchRule(rules)
  }

  /// The rule for a URL's path.
  func rule(for url: ResourceURL) -> SearchRule {
    // Without a query there is nothing to distinguish.
    guard url.layout.hasQuery else { return standard }
    let path = Self.path(url)
    return state.withLock { $0.rules[path] } ?? standard
  }

  /// The rules by which responses for a URL may be stored.
  func all(for url: ResourceURL) -> Set<SearchRule> {
    guard url.layout.hasQuery else { return [standard] }
    let path = Self.path(url)
    return state.withLock { state in
      Set(state.former[path] ?? []).union([standard, state.rules[path] ?? standard])
    }
  }

  /// Records a response's rule for its path.
  ///
  /// - Returns: the rule.
  func learn(_ rule: SearchRule, for url: ResourceURL) -> SearchRule {
    guard url.layout.hasQuery else { return rule }
    let path = Self.path(url)
    state.withLock { state in
      state.set(rule == standard ? nil : rule, for: path)
      if state.order.count > Self.most { state.set(nil, for: state.order[0]) }
    }
    return rule
  }

  private static func path(_ url: ResourceURL) -> ExactText { ExactText(url.origin.description + url.path) }
}
