// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A host, or all hosts below a name: `api.example`, `*.example`.
public struct HostPattern: Sendable, Hashable, CustomStringConvertible {
  private let host: String
  private let isSuffix: Bool

  /// Parses a pattern; `nil` if the text is neither a host nor `*.` and a name.
  ///
  /// The host gets the canonical form of Origin/host, so `ÄPFEL.example` is `xn--pfel-koa.example`.
  public init?(_ text: some StringProtocol) {
    let suffix = text.dropping(prefix: "*.")
    isSuffix = suffix != nil
    let name = suffix ?? text[...]
    guard !name.isEmpty, !name.utf8.contains(where: ByteSet("/?#@*").contains),
      let url = try? ResourceURL("http://\(name)/"),
      url.port == nil, !isSuffix || IPAddress(url.origin.host) == nil
    else { return nil }
    host = url.origin.host
  }

  /// Whether the pattern matches a host in the form of `Origin.host`; `*.example` does not match `example`.
  func matches(_ other: String) -> Bool {
    isSuffix
      ? other.utf8.count > host.utf8.count + 1 && other.ends(withBytesOf: "." + host) : other.hasSameBytes(as: host)
  }

  /// The pattern in canonical form.
  public var description: String { isSuffix ? "*." + host : host }
}
