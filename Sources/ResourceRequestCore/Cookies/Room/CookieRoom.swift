// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Keeps the cookies of responses and sends them with later requests, where the client has a jar.
struct CookieRoom: Room {
  typealias Kept = NothingKept

  /// The client's cookies; `nil` if it keeps none.
  let jar: CookieJar?

  init(_ options: CookieOptions?) {
    jar = options.map { CookieJar($0) }
  }

  func describe(_ kept: NothingKept, at site: Site, in surroundings: inout Surroundings) {
    guard let jar else { return }
    surroundings.cookies = { url, now in jar.field(for: url, now: now) }
  }

  func furnish(_ plan: inout MiddlewarePlan, with kept: NothingKept, at site: Site) {
    if let jar { plan.add(CookieMiddleware(jar: jar), at: .cookies) }
  }

  func explain(_ question: ExplanationQuestion, with kept: Kept, at site: Site, in draft: inout ExplanationDraft) {
    guard jar != nil, question.resolved.authorization.usesCredentials else { return }
    draft.add([Explanation.Fact("cookies", "sent and kept", .client)], to: .credential)
  }
}
