// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The problem details in a response of type `application/problem+json` (RFC 9457 §3).
///
/// A member whose JSON type differs from the RFC's is ignored (§3.1).
public struct ProblemDetails: Sendable, Hashable {
  /// A URI reference that identifies the kind of problem; `about:blank` by default (§3.1.1, §4.2.1).
  ///
  /// Compare it to tell problems apart. It may be relative, and need not refer to a document.
  public let type: String
  /// A short summary of the kind of problem, the same for each occurrence (§3.1.3).
  public let title: String?
  /// The status set by the origin server; a proxy may have changed the response's status (§3.1.2).
  public let status: Status?
  /// An explanation of this occurrence, for people (§3.1.4).
  public let detail: String?
  /// A URI reference that identifies this occurrence (§3.1.5).
  public let instance: String?
  /// The extension members, in order (§3.2).
  public let extensions: JSON.Object

  /// Reads a problem-details object; `nil` if the value is not an object.
  package init?(_ json: JSON) {
    guard var members = json.object else { return nil }
    type = members["type"]?.string ?? "about:blank"
    title = members["title"]?.string
    status = members["status"]?.int.flatMap { (100..<600).contains($0) ? Status($0) : nil }
    detail = members["detail"]?.string
    instance = members["instance"]?.string
    for name in ["type", "title", "status", "detail", "instance"] { members[name] = nil }
    extensions = members
  }

  /// Compares the text by its bytes.
  public static func == (one: ProblemDetails, other: ProblemDetails) -> Bool {
    one.texts == other.texts && one.status == other.status && one.extensions == other.extensions
  }

  /// Hashes the text by its bytes.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(status)
  }

  private var texts: [ExactText?] { [type, title, detail, instance].map { $0.map { ExactText($0) } } }

  /// Title and detail on one line, shortened for a log; `nil` if both are missing.
  ///
  /// - Parameters:
  ///   - status: the status that the line follows; a title that repeats its phrase is omitted.
  ///   - secrets: the secrets to redact.
  /// - Returns: the line.
  func summary(beside status: Status, hiding secrets: SentSecrets = SentSecrets()) -> String? {
    var parts: [String] = []
    if let title, !title.isEmpty, !FieldCharacters.equalNames(title, status.reasonPhrase) {
      parts.append(Self.shortened(secrets.removed(from: title), to: 200))
    }
    if let detail, !detail.isEmpty { parts.append(Self.shortened(secrets.removed(from: detail), to: 400)) }
    guard let first = parts.first else { return nil }
    guard parts.count > 1 else { return first }
    let endsSentence = [".", "!", "?", "…"].contains { first.ends(withBytesOf: $0) }
    return first + (endsSentence ? " " : ": ") + parts[1]
  }

  /// Puts a server's text on one line: line ends and directional controls become spaces.
  private static func shortened(_ text: String, to limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars {
      length += UTF8.width(scalar)
      if length > limit { return String(line) + "…" }
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}

extension ResourceResponse {
  /// The response's problem details (RFC 9457); `nil` if it is not of type `application/problem+json`, or its body is
  /// not a JSON object.
  public var problem: ProblemDetails? {
    guard mediaType?.essence.hasSameBytes(as: MIMEType.problemJSON.essence) == true else { return nil }
    return json.flatMap { ProblemDetails($0) }
  }

  /// The response's problem for the end of a message; empty if there is none.
  package var problemInWords: String {
    problem?.summary(beside: status, hiding: sentSecrets).map { ": \($0)" } ?? ""
  }
}
