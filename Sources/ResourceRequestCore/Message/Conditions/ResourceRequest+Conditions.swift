// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

public import ResourceRequestPlatform

/// Conditions of a request (RFC 9110 §13).
///
/// Each property reads and sets the header field of its name.
extension ResourceRequest {
  /// Requests the representation only if none of these tags is current; otherwise the status is 304, or 412 for a
  /// method that changes something (RFC 9110 §13.1.2).
  ///
  /// Tags are compared weakly. `.any` creates a resource only if it does not exist. A cache of the service answers it
  /// from fresh stored responses, and passes the server's 304 on.
  public var ifNoneMatch: EntityTagCondition? {
    get { condition("If-None-Match") }
    set { headers["If-None-Match"] = newValue?.description }
  }

  /// Performs the method only if one of these tags is current; otherwise the status is 412 (RFC 9110 §13.1.1).
  ///
  /// Prevents lost updates. Tags are compared strongly, so a weak tag never matches. The request bypasses a cache.
  public var ifMatch: EntityTagCondition? {
    get { condition("If-Match") }
    set { headers["If-Match"] = newValue?.description }
  }

  /// Requests the representation only if it changed after this date; otherwise the status is 304 (RFC 9110 §13.1.3).
  ///
  /// For GET and HEAD. Sent in whole seconds, rounded down. A server ignores it beside ``ifNoneMatch``.
  public var ifModifiedSince: Date? {
    get { Self.date(headers["If-Modified-Since"]) }
    set { headers["If-Modified-Since"] = newValue.map(Self.text) }
  }

  /// Performs the method only if the representation has not changed after this date; otherwise the status is 412 (RFC
  /// 9110 §13.1.4).
  ///
  /// Sent in whole seconds, rounded down. A server ignores it beside ``ifMatch``, which is more exact.
  public var ifUnmodifiedSince: Date? {
    get { Self.date(headers["If-Unmodified-Since"]) }
    set { headers["If-Unmodified-Since"] = newValue.map(Self.text) }
  }

  /// Requests the representation only if it has changed since a response, by the response's entity tag and date.
  ///
  /// - Returns: whether the response has a validator, a tag or a date; without one the request is unconditional.
  @discardableResult
  public mutating func require(changedSince response: ResourceResponse) -> Bool {
    ifNoneMatch = response.entityTag.map { .tag($0) }
    headers["If-Modified-Since"] = response.lastModified.map(Self.text)
    return headers.contains("If-None-Match") || headers.contains("If-Modified-Since")
  }

  /// Performs the method only if the representation is unchanged since a response: by its entity tag if that is strong,
  /// otherwise by its date.
  ///
  /// - Returns: whether the response has such a validator. Without one no condition is set, and the request could
  ///   overwrite the changes of others.
  public mutating func require(unchangedSince response: ResourceResponse) -> Bool {
    let tag = response.entityTag.flatMap { $0.isWeak ? nil : $0 }
    ifMatch = tag.map { .tag($0) }
    ifUnmodifiedSince = tag == nil ? response.lastModified : nil
    return headers.contains("If-Match") || headers.contains("If-Unmodified-Since")
  }

  private func condition(_ name: String) -> EntityTagCondition? { EntityTagCondition(lines: headers.values(for: name)) }

  private static func date(_ value: String?) -> Date? { value.flatMap { HTTPDate.date($0) } }

  private static func text(_ date: Date) -> String { HTTPDate.format(date.wholeSeconds) }
}

extension ResourceResponse {
  /// The entity tag of the representation (RFC 9110 §8.8.3); `nil` if it is missing or malformed.
  public var entityTag: EntityTag? { headers["ETag"].flatMap { EntityTag($0) } }

  /// When the representation last changed, according to the server (RFC 9110 §8.8.2).
  public var lastModified: Date? { headers["Last-Modified"].flatMap { HTTPDate.date($0) } }
}

extension HTTPDate {
  /// Parses the date of a field; a two-digit year is placed around 2000, since none is in use any more.
  fileprivate static func date(_ value: String) -> Date? {
    parse(value.trimmingBlanks(), now: HTTPDate.withoutClock).map { Date(timeIntervalSince1970: Double($0)) }
  }
}
