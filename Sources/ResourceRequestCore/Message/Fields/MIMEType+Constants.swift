// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension MIMEType {
  /// `application/json`, which is UTF-8 by definition (RFC 8259 §8.1).
  public static let json = MIMEType(uncheckedType: "application", subtype: "json")
  /// `application/x-www-form-urlencoded`: the fields of a form.
  public static let form = MIMEType(uncheckedType: "application", subtype: "x-www-form-urlencoded")
  /// `text/plain`, without a charset.
  public static let plainText = MIMEType(uncheckedType: "text", subtype: "plain")
  /// `text/html`, without a charset.
  public static let html = MIMEType(uncheckedType: "text", subtype: "html")
  /// `application/xml`.
  public static let xml = MIMEType(uncheckedType: "application", subtype: "xml")
  /// `application/octet-stream`: arbitrary bytes.
  public static let octetStream = MIMEType(uncheckedType: "application", subtype: "octet-stream")
  /// `text/event-stream`: server-sent events.
  public static let eventStream = MIMEType(uncheckedType: "text", subtype: "event-stream")
  /// `application/problem+json`: the description of a failure (RFC 9457).
  public static let problemJSON = MIMEType(uncheckedType: "application", subtype: "problem+json")
}
