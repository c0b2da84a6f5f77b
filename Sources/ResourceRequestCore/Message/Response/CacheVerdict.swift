// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// How a cache took part in a response, in the terms of RFC 9211.
public struct CacheVerdict: Sendable, Hashable {
  /// Where the response came from.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// From the cache, fresh.
    case hit
    /// From the cache, stale, as its server or the caller allows.
    case stale
    /// From the cache, after successful revalidation.
    case revalidated
    /// From the server.
    case miss
    /// From the server, without consulting the cache.
    case bypass
  }

  /// Why the request was forwarded (RFC 9211 §2.2).
  public struct Reason: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The token of RFC 9211.
    public let rawValue: String

    /// Creates a reason with a name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The word.
    public var description: String { rawValue }

    /// The cache does not handle the request.
    public static let bypass = Reason(rawValue: "bypass")
    /// The method must be forwarded.
    public static let method = Reason(rawValue: "method")
    /// Nothing is stored for the URL.
    public static let uriMiss = Reason(rawValue: "uri-miss")
    /// The stored responses for the URL were selected by other values of `Vary` fields.
    public static let varyMiss = Reason(rawValue: "vary-miss")
    /// The store failed or was too slow.
    public static let miss = Reason(rawValue: "miss")
    /// The request requires a newer response.
    public static let request = Reason(rawValue: "request")
    /// The stored response is stale.
    public static let stale = Reason(rawValue: "stale")
    /// The stored response lacks the requested range.
    public static let partial = Reason(rawValue: "partial")
  }

  /// Where the response came from.
  public var outcome: Outcome
  /// Why the request was forwarded; `nil` for a hit.
  public var reason: Reason?
  /// The age of the stored response.
  public var age: Duration?
  /// How much longer the response is fresh; negative once it is stale.
  public var timeToLive: Duration?
  /// The status of the forwarded request's response, if it differs from this response's status.
  public var forwardedStatus: Status?
  /// Whether the response was stored.
  public var isStored = false
  /// Whether the response was shared with another request in flight (RFC 9211 §2.6).
  public var isCollapsed = false
  /// More about the reason, such as why the response was not stored; one word.
  public var detail: String?
  /// The URL of the cache key, without secrets.
  public var key: String? { storedURL.flatMap { (try? ResourceURL($0.reveal()))?.description } }
  /// The unredacted URL, for readers that ask for it.
  package var storedURL: Secret?

  /// Creates a verdict.
  public init(_ outcome: Outcome, reason: Reason? = nil, detail: String? = nil) {
    self.outcome = outcome
    self.reason = reason
    self.detail = detail
  }

  /// Whether the response's body came from the cache.
  public var isFromCache: Bool {
    switch outcome {
    case .hit, .stale, .revalidated: true
    case .miss, .bypass: false
    }
  }
}

extension CacheVerdict: CustomStringConvertible {
  /// The verdict as a member of `Cache-Status` (RFC 9211 §2).
  public var description: String {
    var parts = ["ResourceRequest"]
    switch outcome {
    // What was forwarded in vain was no hit (RFC 9211 §2.2).
    case .stale where reason != nil: parts.append("fwd=\(reason ?? .stale)")
    case .hit, .stale: parts.append("hit")
    case .revalidated, .miss, .bypass: parts.append("fwd=\(reason ?? .bypass)")
    }
    if let forwardedStatus { parts.append("fwd-status=\(forwardedStatus.code)") }
    if isStored { parts.append("stored") }
    if isCollapsed { parts.append("collapsed") }
    if let timeToLive { parts.append("ttl=\(timeToLive.clamped.components.seconds)") }
    if let detail { parts.append("detail=\(FieldSyntax.isToken(detail) ? detail : FieldSyntax.quoted(detail))") }
    return parts.joined(separator: "; ")
  }
}
