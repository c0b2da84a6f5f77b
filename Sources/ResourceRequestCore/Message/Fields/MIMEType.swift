// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// A media type with its parameters, such as `text/plain; charset=utf-8` (RFC 9110 §8.3.1).
///
/// Create one from a constant or ``init(_:)``. Type, subtype and parameter names are lower case; parameter values are
/// kept as received, so two media types whose charsets differ in case are not equal: compare ``essence`` if parameters
/// do not matter.
public struct MIMEType: Sendable, Hashable, CustomStringConvertible {
  /// The part before the slash, in lower case: `text`.
  public let type: String
  /// The part after the slash, in lower case: `plain`.
  public let subtype: String
  /// The parameters, such as `charset=utf-8`, in order; names do not repeat.
  package let parameters: [FieldParameter]

  /// Creates a media type from its parts.
  ///
  /// The result is `nil` if the type, the subtype or a parameter's name is not a token, if a name repeats, or if a
  /// value has a control character.
  ///
  /// - Parameters:
  ///   - type: the part before the slash.
  ///   - subtype: the part after the slash.
  ///   - parameters: names and values, in order.
  public init?(type: String, subtype: String, parameters: KeyValuePairs<String, String> = [:]) {
    guard FieldSyntax.isToken(type), FieldSyntax.isToken(subtype) else { return nil }
    var checked: [FieldParameter] = []
    for (name, value) in parameters {
      let name = name.lowercasedASCII()
      guard FieldSyntax.isToken(name), value.utf8.allSatisfy(FieldCharacters.isValue) else { return nil }
      guard !checked.contains(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
      checked.append(FieldParameter(name: name, value: value))
    }
    self.init(uncheckedType: type.lowercasedASCII(), subtype: subtype.lowercasedASCII(), parameters: checked)
  }

  /// Creates a type from parts that are known to be valid and in lower case.
  init(uncheckedType type: String, subtype: String, parameters: [FieldParameter] = []) {
    self.type = type
    self.subtype = subtype
    self.parameters = parameters
  }

  /// Type and subtype without parameters: `text/plain`.
  public var essence: String { "\(type)/\(subtype)" }

  /// The value of the `charset` parameter, as received; ``Charset/init(label:)`` interprets it.
  public var charset: String? { self["charset"] }

  /// The value of a parameter; names are case-insensitive; `nil` if it is absent.
  ///
  /// - Parameter name: the parameter's name.
  public subscript(name: String) -> String? {
    parameters.first { FieldCharacters.equalNames($0.name, name) }?.value
  }

  /// Whether this is JSON: `application/json`, `text/json`, or a subtype that ends in `+json` (WHATWG MIME Sniffing
  /// §4.6).
  public var isJSON: Bool {
    subtype.ends(withBytesOf: "+json") || (subtype == "json" && (type == "application" || type == "text"))
  }

  /// The type as sent: `text/plain; charset=utf-8`, with values quoted if they are not tokens.
  public var description: String {
    parameters.reduce(into: essence) { text, parameter in
      text += "; \(parameter.name)=\(FieldSyntax.tokenOrQuoted(parameter.value))"
    }
  }

  /// `application/json`, which is UTF-8 by definition (RFC 8259 §8.1).
  public static let json = MIMEType(uncheckedType: "application", subtype: "json")
  /// `application/x-www-form-urlencoded`: the fields of a form.
  public static let form = MIMEType(uncheckedType: "application", subtype: "x-www-form-urlencoded")
  /// `text/plain`, without a charset.
  public static let plainText = MIMEType(uncheckedType: "text", subtype: "plain")
  /// `text/event-stream`: server-sent events.
  package static let eventStream = MIMEType(uncheckedType: "text", subtype: "event-stream")
  /// `application/problem+json`: the description of a failure (RFC 9457).
  package static let problemJSON = MIMEType(uncheckedType: "application", subtype: "problem+json")
}
