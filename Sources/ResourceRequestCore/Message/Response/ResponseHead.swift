// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The head of a response: status, header fields, URL, redirects and attempts.
public struct ResponseHead: Sendable, Hashable {
  /// The status.
  public let status: Status
  /// The header fields in order; repeated fields are kept apart.
  public internal(set) var headers: Headers
  /// The URL of the response, after redirects.
  public let url: ResourceURL
  /// The redirects that were followed, first to last.
  public let redirects: [RedirectHop]
  /// Every attempt up to this response, in the order in which they ended.
  public let attempts: [Attempt]
  /// How the cache took part; `nil` if the service has none.
  public internal(set) var cache: CacheVerdict?
  /// Whether HSTS changed the scheme from http to https (RFC 6797 §8.3).
  public internal(set) var isSchemeUpgraded = false
  /// Whether the body has the codings of `Content-Encoding` still.
  package internal(set) var isCoded = false
  /// The secrets of the request, which messages do not repeat.
  var sentSecrets = SentSecrets()
  /// What decodes the body where a call names nothing.
  package internal(set) var decoders = ChosenDecoders()
  /// The announced length of the body, before decompression; `nil` if it is not announced.
  public var expectedLength: Int? { headers.contentLength }

  /// The head with the fields of one part of the response.
  package func replacing(_ headers: Headers) -> ResponseHead {
    var head = self
    head.headers = headers
    return head
  }
}

extension Headers {
  /// The announced length of the content as sent; `nil` if it is missing or ambiguous.
  package var contentLength: Int? {
    // Proxies join repeated fields into a list, whose elements must agree (RFC 9110 §8.6).
    let values = FieldList.split(lines: values(for: "Content-Length")).map { DecimalDigits.value($0.utf8) }
    guard let first = values.first, values.allSatisfy({ $0 == first }) else { return nil }
    return first
  }
}
