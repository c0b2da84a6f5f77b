// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A link of a `Link` field: a relation to another resource (RFC 8288).
public struct WebLink: Sendable, Hashable {
  /// One target attribute, such as `title="Next"`.
  package struct Attribute: Sendable, Hashable {
    /// The name, in lower case; `title*` for a value in the form of RFC 8187.
    package let name: String
    /// The value, unquoted and decoded.
    package let value: String
  }

  /// The target as written: a URI reference of any scheme.
  public let target: String
  /// The target, resolved against the response's URL; `nil` for schemes other than http and https.
  ///
  /// It comes from data: send requests to it with ``RequestTrust/untrusted``, or use
  /// ``ResourceClient/pages(of:for:by:limit:)``.
  public var url: ResourceURL? { try? base.resolving(asWritten: target) }
  /// What the target is relative to: resolved in advance, each of thousands of links would hold a text as long as this.
  let base: ResourceURL
  /// The relation types, in lower case: `next`, or a URI of an extension (RFC 8288 §2.1).
  public let relations: [String]
  /// The anchor as written, if the link belongs to another resource than the response (RFC 8288 §3.2).
  public let anchor: String?
  /// The other attributes, in order; `hreflang` may repeat.
  package let attributes: [Attribute]

  /// Whether the link has this relation type; case-insensitive.
  public func has(relation: String) -> Bool {
    relations.contains { FieldCharacters.equalNames($0, relation) }
  }

  /// The first value of an attribute; names are case-insensitive.
  public subscript(name: String) -> String? {
    attributes.first { FieldCharacters.equalNames($0.name, name) }?.value
  }

  /// A label for people: `title*`, else `title` (RFC 8288 §3.4.1).
  public var title: String? { self["title*"] ?? self["title"] }

  /// A hint at the media type of the target, from `type`.
  public var mediaType: MIMEType? { self["type"].flatMap { MIMEType($0) } }

  /// Compares the text by its bytes.
  public static func == (one: WebLink, other: WebLink) -> Bool {
    one.texts == other.texts
  }

  /// Hashes the text by its bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(texts) }

  private var texts: [[ExactText]] {
    [[target], [url?.string ?? ""], relations, [anchor ?? ""], attributes.flatMap { [$0.name, $0.value] }]
      .map { $0.map { ExactText($0) } }
  }
}

extension WebLink: RedactedDescription {
  /// Relations and target, without the target's secrets.
  public var description: String {
    "\(relations.joined(separator: " ")): \(url.map { "\($0)" } ?? Redaction.reference(target))".onOneLine
  }
}

extension WebLink {
  /// Whether its target would be http or https, and is malformed.
  var isMalformed: Bool {
    guard url == nil else { return false }
    let start = target.utf8.prefix { !":/?#".utf8.contains($0) }
    guard target.utf8[start.endIndex...].first == UInt8(ascii: ":") else { return true }
    return ["http", "https"].contains { String(start)?.lowercasedASCII() == $0 }
  }
}

extension Headers {
  /// The links of all `Link` lines, in order, resolved against a URL.
  public func links(relativeTo url: ResourceURL) -> [WebLink] {
    values(for: "Link").flatMap { line in
      var reader = LinkReader(line)
      return reader.readAll(relativeTo: url)
    }
  }
}

extension ResourceResponse {
  /// The links of the `Link` fields, in order, resolved against the response's URL (RFC 8288 §3).
  public var links: [WebLink] { headers.links(relativeTo: url) }

  /// The target of the response's first link with a relation type; `nil` for schemes other than http and https.
  ///
  /// A link with an anchor counts only if the anchor is the response's own URL.
  public func link(_ relation: String) -> ResourceURL? { ownLink(relation)?.url }

  /// The first link of the response with a relation type, whatever its target is.
  func ownLink(_ relation: String) -> WebLink? {
    links.first { link in
      guard link.has(relation: relation) else { return false }
      guard let anchor = link.anchor else { return true }
      return (try? url.resolving(reference: anchor))?.removingFragment() == url.removingFragment()
    }
  }
}

extension ResponseHead {
  /// The links of the `Link` fields, in order, resolved against the response's URL (RFC 8288 §3).
  public var links: [WebLink] { headers.links(relativeTo: url) }
}
