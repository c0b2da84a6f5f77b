// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Reads the response of a token endpoint.
///
/// Pure.
package enum TokenReply {
  /// Reads the token of a response; secrets that the server may echo are kept out of errors.
  static func read(_ response: TransportResponse, hiding secrets: [String]) throws(TokenError) -> AccessToken {
    let json = try? JSON(parsing: response.body.bytes)
    guard response.status.isSuccessful else {
      throw TokenError(
        status: response.status,
        error: json?["error"].string.map { clean($0, hiding: secrets) },
        detail: json?["error_description"].string.map { clean($0, hiding: secrets) } ?? ""
      )
    }
    func malformed(_ detail: String) -> TokenError { TokenError(status: response.status, detail: detail) }
    guard let json, json.object != nil else { throw malformed("the response is not a JSON object") }
    guard let value = json["access_token"].string, !value.isEmpty else {
      throw malformed("the response has no access_token")
    }
    guard isSendable(value) else { throw malformed("the access_token contains characters that cannot be sent") }
    let type = json["token_type"].string ?? "Bearer"
    guard FieldCharacters.equalNames(type, "Bearer") else {
      throw malformed("the token_type is not Bearer but \"\(clean(type, hiding: secrets))\"")
    }
    return AccessToken(
      Secret(value),
      lifetime: lifetime(json["expires_in"]),
      scope: json["scope"].string.map { TokenScope($0) }
    )
  }

  /// Whether a token is valid in a header field.
  package static func isSendable(_ token: String) -> Bool {
    token.utf8.allSatisfy { 0x21..<0x7F ~= $0 }
  }

  /// Reads `expires_in` in seconds, which some servers send as text; `nil` if it is absent or invalid.
  static func lifetime(_ value: JSON) -> Duration? {
    var value = value
    // By JSON's grammar: Swift's parser would accept signs, other bases and "inf" too.
    if let text = value.string { value = (try? JSON(parsing: text)) ?? .null }
    guard case .number(let number) = value else { return nil }
    let seconds = number.double ?? (number.description.begins(withBytesOf: "-") ? 0 : TokenLifetime.longestSeconds)
    return .seconds(min(max(0, seconds), TokenLifetime.longestSeconds))
  }

  /// Shortens a server's text to a part of one line without secrets and control characters.
  static func clean(_ text: String, hiding secrets: [String]) -> String {
    var text = text
    for secret in secrets where !secret.isEmpty { text = text.replacing(bytes: secret, with: Redaction.mark) }
    let scalars = text.unicodeScalars.prefix(300).map { $0.value < 0x20 || 0x7F...0x9F ~= $0.value ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
