// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// What is done with an answer that points elsewhere (301, 302, 303, 307, 308 with a `Location`).
public struct RedirectPolicy: Sendable, Hashable {
  /// The kinds.
  ///
  /// Not public, so that one can be added.
  package enum Rule: Sendable, Hashable {
    case follow(limit: Int)
    case refuse
    case decide(limit: Int, Decider)
  }

  package let rule: Rule
  /// The caller's header fields that may go on to another origin.
  package private(set) var fields: [String] = []

  /// The same policy, with these header fields of the request going on where a redirect leads to another origin.
  ///
  /// Without them only what is known to show nobody goes on: what is accepted (`Accept`, `Accept-Language` and their
  /// like), `User-Agent`, `Range`, the conditional fields, `Cache-Control`, `traceparent` and `tracestate`. Name no field
  /// whose value is a credential: any server the first one points to would get it.
  ///
  /// - Parameter names: the names, in any case.
  /// - Returns: the policy.
  public func carrying(headers names: [String]) -> RedirectPolicy {
    var policy = self
    policy.fields = names
    return policy
  }

  private init(rule: Rule) {
    self.rule = rule
  }

  /// Redirects are followed, at most 10.
  ///
  /// What holds where nobody says otherwise.
  public static let follow = RedirectPolicy.follow(limit: 10)

  /// The redirect itself is the answer.
  public static let refuse = RedirectPolicy(rule: .refuse)

  /// Redirects are followed, at most so many; one more is the error `tooManyRedirects`.
  public static func follow(limit: Int) -> RedirectPolicy {
    RedirectPolicy(rule: .follow(limit: max(0, limit)))
  }

  /// Each redirect is put to a closure: `true` follows it, `false` makes it the answer.
  ///
  /// Two policies made from the same closure are different ones, since closures cannot be compared.
  public static func decide(
    limit: Int = 10,
    _ decide: @escaping @Sendable (ProposedRedirect) async -> Bool
  ) -> RedirectPolicy {
    RedirectPolicy(rule: .decide(limit: max(0, limit), Decider(decide)))
  }

  /// A closure with an identity, so that policies stay comparable.
  package final class Decider: Sendable, Hashable {
    package let decide: @Sendable (ProposedRedirect) async -> Bool

    init(_ decide: @escaping @Sendable (ProposedRedirect) async -> Bool) {
      self.decide = decide
    }

    package static func == (one: Decider, other: Decider) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}
