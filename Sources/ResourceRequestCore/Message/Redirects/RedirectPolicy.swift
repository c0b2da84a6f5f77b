// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Whether redirects are followed (301, 302, 303, 307, 308 with a `Location`).
public struct RedirectPolicy: Sendable, Hashable {
  /// The kinds of policies.
  ///
  /// Not public, so that cases can be added.
  package enum Rule: Sendable, Hashable {
    case follow(limit: Int)
    case refuse
    case decide(limit: Int, Decider)
  }

  package let rule: Rule
  /// The header fields that are also sent to another origin.
  package private(set) var fields: [String] = []

  /// The same policy, which also sends these header fields of the request to other origins.
  ///
  /// By default only fields without credentials are sent to another origin: `Accept`, `Accept-Language` and the like,
  /// `User-Agent`, `Range`, conditional fields and `Cache-Control`. Do not name fields with credentials: any server
  /// that the first one redirects to would get them.
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

  /// Follows up to 10 redirects.
  ///
  /// The default.
  public static let follow = RedirectPolicy.follow(limit: 10)

  /// Follows no redirect: the redirect itself is the response.
  public static let refuse = RedirectPolicy(rule: .refuse)

  /// Follows up to `limit` redirects; the next one throws `tooManyRedirects`.
  public static func follow(limit: Int) -> RedirectPolicy {
    RedirectPolicy(rule: .follow(limit: max(0, limit)))
  }

  /// Asks a closure for each redirect: `true` follows it, `false` returns it as the response.
  ///
  /// Policies from the same closure are not equal, since closures cannot be compared.
  public static func decide(
    limit: Int = 10,
    _ decide: @escaping @Sendable (ProposedRedirect) async -> Bool
  ) -> RedirectPolicy {
    RedirectPolicy(rule: .decide(limit: max(0, limit), Decider(decide)))
  }

  /// A closure with an identity, so that policies are comparable.
  package final class Decider: Sendable, Hashable {
    package let decide: @Sendable (ProposedRedirect) async -> Bool

    init(_ decide: @escaping @Sendable (ProposedRedirect) async -> Bool) {
      self.decide = decide
    }

    package static func == (one: Decider, other: Decider) -> Bool { one === other }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }
}

/// A redirect that a closure decides about, before it is followed.
public struct ProposedRedirect: Sendable, Hashable {
  /// The status of the redirect.
  public let status: Status
  /// The URL that redirects.
  public let source: ResourceURL
  /// The URL it redirects to.
  public let destination: ResourceURL
  /// The method of the next request.
  public let method: RequestMethod
  /// The number of redirects followed before this one.
  public let followed: Int
}
