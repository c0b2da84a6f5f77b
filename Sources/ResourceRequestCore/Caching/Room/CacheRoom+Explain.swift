// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension CacheRoom {
  /// The cache's decision for the request.
  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {
    guard let cache = kept.cache else {
      return draft.add([Explanation.Fact("verdict", "no cache", .builtIn)], to: .cache)
    }
    if [.get, .head].contains(question.resolved.method) { draft.extras.insert(.cache) }
    let (outlook, verdict) = middleware(of: cache, at: site).outlook(for: question.resolved, at: question.clock.date)
    var facts: [Explanation.Fact] = []
    if case .looksUp = outlook.finding { facts.append(Explanation.Fact("key", outlook.key)) }
    facts.append(Explanation.Fact("partition", partition(outlook)))
    facts.append(Explanation.Fact("verdict", text(verdict)))
    draft.add(facts, to: .cache)
  }

  /// The partition of the cache that the request may use; its text contains names and digests that are not shown.
  private func partition(_ outlook: CacheOutlook) -> String {
    let digest = outlook.place.map { " " + SHA256.hexadecimal(of: $0.partition).prefix(8) } ?? ""
    return switch outlook.owner {
    case .everybody: "everybody's"
    case .principal: "the configured principal's"
    case .login: "the login's\(digest)"
    case .cookies: "the cookies'\(digest)"
    case .partition: "the request's\(digest)"
    case .nobody: "none: the request has credentials of its own and names no partition"
    }
  }

  private func text(_ verdict: CacheVerdict) -> String {
    let parts = [
      verdict.outcome.rawValue, verdict.reason?.rawValue, verdict.detail,
      verdict.age.map { "\(ReadableTime.text($0)) old" },
      verdict.timeToLive.flatMap { $0 > .zero ? "fresh for another \(ReadableTime.text($0))" : nil },
    ]
    return parts.compactMap(\.self).joined(separator: ", ")
  }
}
