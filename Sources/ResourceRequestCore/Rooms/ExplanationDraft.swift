// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The request that an explanation is about, as a room sees it.
struct ExplanationQuestion {
  /// The request of the caller.
  let request: ResourceRequest
  /// Where it leads.
  let route: Route
  /// The settings by layer.
  let layers: SettingLayers
  /// The current time.
  let clock: any RequestClock

  /// What goes out.
  var resolved: ResolvedRequest { route.request }

  /// Where a key is written; `nil` where it is not.
  func place(_ path: [String]) -> String? { layers.place(path)?.description }
}

/// An explanation while the rooms add to it.
struct ExplanationDraft {
  typealias Fact = Explanation.Fact

  /// The sections that the SDK has, in their order.
  enum Section: String, CaseIterable {
    case request, headers, credential, attempts, endpoints, limits, cache, features, connection, settings
  }

  private var facts: [Section: [Fact]] = [:]
  /// What may add attempts to those of the policies.
  var extras: Set<AttemptExtra> = []
  /// The worst case by the policies.
  var worstCase: Explanation.WorstCase?
  /// The field that a credential adds, as a cURL line has it; `nil` if it adds none, or not in a field.
  var credentialField: String?

  /// Adds facts to a section.
  mutating func add(_ added: [Fact], to section: Section) { facts[section, default: []] += added }

  /// The sections, each with its facts.
  var sections: [Explanation.Section] {
    // Hardly any client has features of its own.
    let all = Section.allCases.filter { $0 != .features || facts[$0] != nil }
    return all.map { Explanation.Section($0.rawValue, facts[$0] ?? []) }
  }
}
