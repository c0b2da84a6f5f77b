// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension CookieJar {
  /// What a server asked to be sent back to it (RFC 6265).
  public struct Cookie: Sendable, Hashable {
    /// The name; empty for a value alone.
    public let name: String
    /// The value, as the server wrote it.
    public let value: Secret
    /// The host it belongs to, in canonical form.
    public let domain: String
    /// Whether it is for ``domain`` alone, and not for the hosts below it too.
    public let isHostOnly: Bool
    /// The path it belongs to, with those below it.
    public let path: String
    /// When it ends; `nil` where it ends with the client.
    public let expires: Date?
    /// Whether it goes out over TLS only.
    public let isSecure: Bool
    /// Whether a browser would keep it from scripts.
    public let isHTTPOnly: Bool
    /// When it was first set.
    public internal(set) var created: Date

    /// What makes two cookies the same one (RFC 6265 §5.3).
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
