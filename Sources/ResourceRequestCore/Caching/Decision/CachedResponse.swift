// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// A stored response: its head without connection fields, its whole body, its times, and the requests it answers.
///
/// Immutable: a `304` that freshens it creates another one.
public final class CachedResponse: Sendable {
  /// A request header field that selects the response, from its `Vary` (RFC 9111 §4.1).
  public struct Selector: Sendable, Hashable {
    /// The field's name, in lower case.
    public let name: String
    /// Its value, normalized for comparison; `nil` if the request had none.
    public let value: String?

    /// Creates a selector.
    public init(name: String, value: String?) {
      self.name = name
      self.value = value
    }

    /// Whether name and value have the same bytes.
    public static func == (one: Self, other: Self) -> Bool {
      one.name.hasSameBytes(as: other.name) && one.value.map(ExactText.init) == other.value.map(ExactText.init)
    }

    /// Hashes the name and the value.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(ExactText(name))
      hasher.combine(value.map(ExactText.init))
    }
  }

  /// The status.
  public let status: Status
  /// The header fields, without those of the connection.
  public let headers: Headers
  /// The whole body, decompressed.
  public let body: Data
  /// Trailer fields.
  public let trailers: Headers
  /// The moment its request was sent, in milliseconds since 1970.
  public let requestTime: Int64
  /// The moment its head arrived, in milliseconds since 1970.
  public let responseTime: Int64
  /// The request header fields that select it, ordered by name.
  public let selectors: [Selector]
  /// Whether its request carried credentials.
  public let isAuthorized: Bool

  private let terms = SetOnce<CacheTerms>()

  /// Creates a stored response.
  public init(
    status: Status,
    headers: Headers,
    body: Data,
    trailers: Headers = Headers(),
    requestTime: Int64,
    responseTime: Int64,
    selectors: [Selector] = [],
    isAuthorized: Bool = false
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.trailers = trailers
    self.requestTime = requestTime
    self.responseTime = responseTime
    self.selectors = selectors
    self.isAuthorized = isAuthorized
  }

  /// Its memory use in bytes, as a limit counts it: head, body and overhead.
  public var cost: Int {
    var bytes = body.count + 256 + headers.textLength + trailers.textLength + 64 * (headers.count + trailers.count)
    for selector in selectors { bytes += selector.name.utf8.count + (selector.value?.utf8.count ?? 0) + 48 }
    return bytes
  }

  /// What its head says about how long it may be used, read once.
  func terms(_ decision: CacheDecision) -> CacheTerms {
    if let terms = terms.value, terms.decision === decision { return terms }
    let made = CacheTerms(self, decision)
    let kept = terms.setIfNone(made)
    return kept.decision === decision ? kept : made
  }

  /// The same head with its body, once that is whole; what the head says is not read again.
  func with(_ body: Data, _ trailers: Headers, selectors: [Selector], isAuthorized: Bool) -> CachedResponse {
    let whole = CachedResponse(
      status: status,
      headers: headers,
      body: body,
      trailers: trailers,
      requestTime: requestTime,
      responseTime: responseTime,
      selectors: selectors,
      isAuthorized: isAuthorized
    )
    if let terms = terms.value { _ = whole.terms.setIfNone(terms) }
    return whole
  }

  /// The same with another head and other times.
  func freshened(
    _ headers: Headers,
    requestTime: Int64,
    responseTime: Int64,
    selectors: [Selector],
    isAuthorized: Bool? = nil
  ) -> CachedResponse {
    CachedResponse(
      status: status,
      headers: headers,
      body: body,
      trailers: trailers,
      requestTime: requestTime,
      responseTime: responseTime,
      selectors: selectors,
      isAuthorized: isAuthorized ?? self.isAuthorized
    )
  }
}

extension CachedResponse.Selector: RedactedDescription {
  /// The name, and the value unless the name suggests a secret.
  public var description: String {
    let shown = value.map { SensitiveNames.contains(name) ? Redaction.mark : $0 }
    return (shown.map { "\(name): \($0)" } ?? name).onOneLine
  }
}

extension CachedResponse: Hashable {
  /// Whether all properties are equal.
  public static func == (one: CachedResponse, other: CachedResponse) -> Bool {
    one === other
      || one.status == other.status && one.headers == other.headers && one.body == other.body
        && one.trailers == other.trailers && one.requestTime == other.requestTime
        && one.responseTime == other.responseTime && one.selectors == other.selectors
        && one.isAuthorized == other.isAuthorized
  }

  /// Hashes what mostly differs.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(responseTime)
    hasher.combine(body.count)
  }
}

extension CachedResponse: RedactedDescription {
  /// Status and size.
  public var description: String { "\(status.code), \(body.count) bytes" }
}
