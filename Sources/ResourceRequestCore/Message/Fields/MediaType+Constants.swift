// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension MediaType {
  /// `application/json`, which is UTF-8 by definition (RFC 8259 §8.1).
  public static let json = MediaType(uncheckedType: "application", subtype: "json")
  /// `application/x-www-form-urlencoded`: the fields of a form.
  public static let form = MediaType(uncheckedType: "application", subtype: "x-www-form-urlencoded")
  /// `text/plain`, without a charset.
  public static let plainText = MediaType(uncheckedType: "text", subtype: "plain")
  /// `text/html`, without a charset.
  public static let html = MediaType(uncheckedType: "text", subtype: "html")
  /// `application/xml`.
  public static let xml = MediaType(uncheckedType: "application", subtype: "xml")
  /// `application/octet-stream`: bytes of which no more is known.
  public static let octetStream = MediaType(uncheckedType: "application", subtype: "octet-stream")
  /// `text/event-stream`: server-sent events.
  public static let eventStream = MediaType(uncheckedType: "text", subtype: "event-stream")
  /// `application/problem+json`: the description of a failure (RFC 9457).
  public static let problemJSON = MediaType(uncheckedType: "application", subtype: "problem+json")
}
