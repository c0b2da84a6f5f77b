// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A link of a `Link` field: how a resource is related to another (RFC 8288).
public struct WebLink: Sendable, Hashable {
  /// One target attribute, such as `title="Next"`.
  public struct Attribute: Sendable, Hashable {
    /// The name, in lower case; `title*` for one in the form of RFC 8187.
    public let name: String
    /// The value, without quotes and decoded.
    public let value: String
  }

  /// Where it leads, as it was written: a URI reference of any scheme.
  public let target: String
  /// Where it leads, resolved against the URL of the response; `nil` for other schemes than http and https.
  ///
  /// It came with data: send requests there with ``RequestTrust/untrusted``, or use ``ResourceClient/pages(of:for:by:limit:)``.
  public let url: ResourceURL?
  /// The relation types, in lower case: `next`, or a URI of an extension (RFC 8288 §2.1).
  public let relations: [String]
  /// The anchor as it was written, where the link is one of another resource than the response (RFC 8288 §3.2).
  public let anchor: String?
  /// The other attributes, in their order; `hreflang` may repeat.
  public let attributes: [Attribute]

  /// Whether it is a link of this relation type; letter case does not matter.
  public func has(relation: String) -> Bool {
    relations.contains { FieldCharacters.equalNames($0, relation) }
  }

  /// The first value of an attribute; letter case of the name does not matter.
  public subscript(name: String) -> String? {
    attributes.first { FieldCharacters.equalNames($0.name, name) }?.value
  }

  /// A label for people: `title*`, else `title` (RFC 8288 §3.4.1).
  public var title: String? { self["title*"] ?? self["title"] }

  /// A hint at the type of what is there, from `type`.
  public var mediaType: MIMEType? { self["type"].flatMap { MIMEType($0) } }

  /// Hints at the languages of what is there.
  public var languages: [String] {
    attributes.filter { $0.name.hasSameBytes(as: "hreflang") }.map(\.value)
  }

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

extension WebLink: CustomStringConvertible {
  /// Relations and target, without the target's secrets.
  public var description: String {
    "\(relations.joined(separator: " ")): \(url.map { "\($0)" } ?? Redaction.reference(target))".onOneLine
  }
}

extension Headers {
  /// The links of all `Link` lines, in order, resolved against the URL the fields came from.
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

  /// Where the first link of a relation type leads, among those of the response itself; `nil` for other schemes than http and
  /// https.
  ///
  /// A link with an anchor is one of that resource, and counts where the anchor is the response's own URL.
  public func link(_ relation: String) -> ResourceURL? {
    links.first { link in
      guard link.has(relation: relation) else { return false }
      guard let anchor = link.anchor else { return true }
      return (try? url.resolving(reference: anchor))?.removingFragment() == url.removingFragment()
    }?.url
  }
}

extension ResponseHead {
  /// The links of the `Link` fields, in order, resolved against the response's URL (RFC 8288 §3).
  public var links: [WebLink] { headers.links(relativeTo: url) }
}
