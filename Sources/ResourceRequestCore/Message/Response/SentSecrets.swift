// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

package import ResourceRequestPlatform

/// The secrets that a request was sent with, which its server may repeat in its response.
///
/// They are not part of a response: all are equal, and show nothing.
package struct SentSecrets: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  /// The minimum length of a searched secret: shorter ones occur in other words too.
  private static let shortest = 6
  /// The longest text that is looked through.
  private static let longest = 16 << 10
  /// The longest body of a request whose secrets are looked for.
  private static let longestBody = 256 << 10

  private var texts: [String]

  /// None.
  init() { texts = [] }

  /// Those of header fields, of a URL's path and query, and of a form or JSON.
  package init(_ headers: Headers, _ url: ResourceURL, body: Data? = nil) {
    var texts = url.hiddenSegments
    for field in headers where SensitiveNames.contains(field.name) {
      texts.append(field.value)
      if FieldCharacters.equalNames(field.name, "Cookie") {
        texts += field.value.split(atByte: ";").compactMap { $0.cut(atByte: "=").tail.map { String($0) } }
      }
      // The text after the scheme, and the password in it.
      guard let credential = field.value.cut(atByte: " ").tail.map({ String($0.trimmingBlanks()) }) else { continue }
      texts.append(credential)
      let pair = Data(base64Encoded: credential).map { String(decoding: $0, as: UTF8.self) }
      texts += pair?.cut(atByte: ":").tail.map { [String($0)] } ?? []
    }
    texts += SentSecrets.found(inItems: url.query ?? "")
    if let body { texts += SentSecrets.found(in: body, headers) }
    self.texts = SentSecrets.spelled(texts)
  }

  /// These and others.
  package func merging(_ others: SentSecrets) -> SentSecrets {
    guard !others.texts.isEmpty else { return self }
    var all = self
    all.texts = Set((texts + others.texts).map { ExactText($0) }).map(\.text)
      .sorted { $0.utf8.count > $1.utf8.count }
    return all
  }

  /// Those of a query or form.
  private static func found(inItems items: String) -> [String] {
    items.split(atByte: "&").flatMap { item -> [String] in
      let (name, value) = item.cut(atByte: "=")
      guard let value, SensitiveNames.contains(PercentEncoding.decodeLeniently(String(name), plusIsSpace: true)) else {
        return []
      }
      return [String(value), PercentEncoding.decodeLeniently(String(value), plusIsSpace: true)]
    }
  }

  /// Those of a body, if it is one whose names tell.
  private static func found(in body: Data, _ headers: Headers) -> [String] {
    guard body.count <= longestBody, let type = headers["Content-Type"].flatMap({ MIMEType($0) }) else { return [] }
    if type.essence.hasSameBytes(as: MIMEType.form.essence) {
      return found(inItems: String(decoding: body, as: UTF8.self))
    }
    guard type.isJSON, let json = try? JSON(parsing: body) else { return [] }
    return found(in: json)
  }

  private static func found(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap { found(in: $0) }
    case .object(let members):
      members.flatMap { name, value -> [String] in
        guard SensitiveNames.contains(name) else { return found(in: value) }
        return switch value {
        case .string(let text): [text]
        case .number(let number): [number.description]
        default: found(in: value)
        }
      }
    default: []
    }
  }

  /// Each of the secrets that is long enough to be searched, as it is and as it stands in a URL and in JSON.
  private static func spelled(_ secrets: [String]) -> [String] {
    var texts: Set<ExactText> = []
    for secret in secrets where secret.utf8.count >= shortest {
      texts.insert(ExactText(secret))
      texts.insert(ExactText(PercentEncoding.encode(secret, allowing: .unreserved)))
      texts.insert(ExactText(String(JSON.string(secret).text().dropFirst().dropLast())))
    }
    return texts.map(\.text).sorted { $0.utf8.count > $1.utf8.count }
  }

  /// A text of the server's without them.
  package func removed(from text: String) -> String {
    texts.isEmpty ? text : masked(in: String(decoding: text.utf8.prefix(SentSecrets.longest), as: UTF8.self))
  }

  /// A text of any length without them.
  package func masked(in text: String) -> String {
    var text = text
    for secret in texts where text.contains(bytes: secret) {
      text = text.replacing(bytes: secret, with: Redaction.mark)
    }
    return text
  }

  /// Whether they are too many to be searched in each text of a body.
  package var areTooMany: Bool { texts.count > 256 }

  /// Whether any of them is in a text.
  package func occur(in text: String) -> Bool { texts.contains { text.contains(bytes: $0) } }

  /// The items of a query or form without values that hold them, as they were written or encoded.
  package func masked(inItems text: String) -> String {
    guard !texts.isEmpty else { return text }
    let items = text.split(atByte: "&").map { item in
      let (name, value) = item.cut(atByte: "=")
      guard let value else { return String(item) }
      let plain = PercentEncoding.decodeLeniently(String(value), plusIsSpace: true)
      guard texts.contains(where: { plain.contains(bytes: $0) }) else { return String(item) }
      return name + "=" + Redaction.mark
    }
    return masked(in: items.joined(separator: "&"))
  }

  package static func == (_: SentSecrets, _: SentSecrets) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}

  package var description: String { Redaction.mark }

  package var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
