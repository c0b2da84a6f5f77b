// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The next page by the `Link` fields (RFC 8288), without loops and without credentials to another origin.
///
/// Pure.
struct PageDecision {
  /// The next step.
  enum Step: Hashable {
    /// The next page.
    case follow(CallOptions.Continuation)
    /// There is no next page.
    case end
    /// There is a next page, but nobody can tell where.
    case unreadable(WebLink)
    /// There is a next page, but the limit is reached.
    case tooMany
  }

  private let limit: Int
  private var seen: Set<ExactText> = []
  private var count = 0
  private var isForeign = false

  init(limit: Int) {
    self.limit = limit
  }

  /// Decides on the step after a page.
  mutating func next(after page: ResourceResponse) -> Step {
    let first = page.redirects.first?.url ?? page.url
    count += 1
    seen.insert(Self.key(first))
    seen.insert(Self.key(page.url))
    guard let next = page.ownLink("next") else { return .end }
    // As an end it would pass for the whole collection.
    if next.isMalformed { return .unreadable(next) }
    guard let link = next.url?.removingUserInfo().removingFragment(), !seen.contains(Self.key(link)) else {
      return .end
    }
    guard count < limit else { return .tooMany }
    // Where it is asked by https, the page will be another URL.
    seen.insert(Self.key(link))
    isForeign = isForeign || page.leadsAway(to: link)
    return .follow(CallOptions.Continuation(url: link, isForeign: isForeign))
  }

  private static func key(_ url: ResourceURL) -> ExactText { ExactText(url.removingFragment().string) }
}
