// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// The target of a request as a string literal; interpolated values are percent-encoded for their position.
///
/// ```swift
/// ResourceRequest("users/\(id)/files/\(name)")        // the name "a/b": users/7/files/a%2Fb
/// ResourceRequest("search?q=\(words)")                // the words "a&b": search?q=a%26b
/// ResourceRequest("\(server.url)/users/\(id)")        // a base URL as it is
/// ```
/// In the path, a value is a segment or part of one, and never adds a segment. A value that would make a segment `..`
/// or empty fails the call with `invalidPathParameter`. Values before the path are not encoded: an http or https URL at
/// the start, and the host in `"https://\(host)/x"`, where a value that would end the host fails the call.
/// `\(raw: text)` is never encoded. A string that is not a literal is used as it is.
///
/// Each encoded value becomes a path parameter, `_1` for the first; telemetry shows the template, as in `users/{_1}`.
public struct RequestTarget: ExpressibleByStringInterpolation, Sendable, Hashable {
  /// The text, with an expression for each encoded value.
  let template: String
  let values: PathParameters

  /// Creates a target of a text, which may be a template.
  public init(stringLiteral text: String) {
    (template, values) = (text, PathParameters())
  }

  /// Creates a target of a literal and its values.
  public init(stringInterpolation parts: StringInterpolation) {
    (template, values) = (parts.template, parts.values)
  }

  /// Collects a literal and its values.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var template = ""
    fileprivate var values = PathParameters()
    /// A path that came after the host as a value, and what was before it, until the literal goes on.
    private var path: (before: String, values: PathParameters, value: ParameterValue)?

    /// Creates an empty collection.
    public init(literalCapacity: Int, interpolationCount: Int) {
      template.reserveCapacity(literalCapacity + 4 * interpolationCount)
    }

    /// Appends a part of the literal.
    public mutating func appendLiteral(_ text: String) {
      if let (before, earlier, value) = path, let first = text.utf8.first {
        path = nil
        // The literal goes on with the host, which the value would end.
        if !"/?#".utf8.contains(first) {
          (template, values) = (before, earlier)
          encode(value)
        }
      }
      template += text
    }

    /// Appends a value that is encoded, or stands before the path.
    public mutating func appendInterpolation(_ value: some ParameterValueConvertible) { append(value.parameterValue) }

    /// Appends a URL, like its text.
    public mutating func appendInterpolation(_ url: ResourceURL) { append(url.string.parameterValue) }

    /// Appends the description of a value, like a text.
    public mutating func appendInterpolation<Value>(_ value: Value) { append(Self.described(value)) }

    /// Appends a text as it is: a path of several segments, a query.
    public mutating func appendInterpolation(raw text: some StringProtocol) {
      // What follows a value that ends with a slash goes on with the path, not with the host.
      if path?.value.text.utf8.last == UInt8(ascii: "/") { path = nil }
      template += text
    }

    /// The description of a value; of an optional, that of what it has, or null, since nobody means `Optional(7)`.
    private static func described(_ value: Any) -> ParameterValue {
      switch value {
      case let optional as any AnyOptional: optional.content.map { described($0) } ?? .null
      case let url as ResourceURL: url.string.parameterValue
      default: "\(value)".parameterValue
      }
    }

    private mutating func append(_ value: ParameterValue) {
      guard isBeforePath(value.text) else { return encode(value) }
      if value.text.utf8.first == UInt8(ascii: "/") { path = (template, values, value) }
      template += value.text.withoutTemplate
    }

    private mutating func encode(_ value: ParameterValue) {
      let name = "_\(values.count + 1)"
      values.append(name, value)
      template += "{\(name)}"
    }

    /// Whether a value is a base URL, or within the authority of a URL, and leads to no other one.
    private func isBeforePath(_ text: String) -> Bool {
      guard !template.isEmpty else {
        return ["http://", "https://"].contains { text.lowercasedASCII().begins(withBytesOf: $0) }
      }
      // Nothing but a scheme is before an authority: in a path or a query, `https://` is text.
      guard let slashes = template.firstRange(ofBytes: "//") else { return false }
      let (scheme, authority) = (template[..<slashes.lowerBound], template[slashes.upperBound...])
      // Encoded, it would be part of the host, which fails the call. A path of its own comes after the host.
      guard text.utf8.first == UInt8(ascii: "/") || !text.utf8.contains(where: { "/?#@\\".utf8.contains($0) }) else {
        return false
      }
      return (scheme.isEmpty || scheme.utf8.last == UInt8(ascii: ":")) && !hasPath(scheme) && !hasPath(authority)
    }

    private func hasPath(_ text: Substring) -> Bool { text.utf8.contains { "/?#".utf8.contains($0) } }
  }
}

/// An optional of any type.
private protocol AnyOptional {
  var content: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var content: Any? { map { $0 as Any } }
}
