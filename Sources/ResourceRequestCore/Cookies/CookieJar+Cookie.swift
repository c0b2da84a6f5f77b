// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

extension CookieJar {
  /// A cookie (RFC 6265).
  public struct Cookie: Sendable, Hashable {
    /// The name; empty for a value alone.
    public let name: String
    /// The value, as the server wrote it.
    public let value: Secret
    /// The domain in canonical form.
    public let domain: String
    /// Whether it is sent to ``domain`` only, not to its subdomains.
    package let isHostOnly: Bool
    /// The path: it is sent to this path and those below it.
    public let path: String
    /// The expiry; `nil` for a session cookie, which ends with the client.
    public let expires: Date?
    /// Whether it is sent over TLS only.
    public let isSecure: Bool
    /// Whether browsers hide it from scripts.
    public let isHTTPOnly: Bool
    /// The time when it was first set.
    package internal(set) var created: Date

    /// The identity of a cookie (RFC 6265 §5.3).
    struct Identity: Hashable {
      let name: ExactText
      let domain: ExactText
      let path: ExactText
      let isHostOnly: Bool
    }

    var identity: Identity {
      Identity(name: ExactText(name), domain: ExactText(domain), path: ExactText(path), isHostOnly: isHostOnly)
    }

    func isOver(at now: Date) -> Bool { expires.map { $0 <= now } ?? false }
  }
}
