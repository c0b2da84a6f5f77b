// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which field, query and form names may carry a credential: their values are neither printed nor taken to another origin.
package enum SensitiveNames {
  /// Whether a name is one of them: the ones RFCs name, and those that say so themselves.
  package static func contains(_ name: String) -> Bool {
    let name = String(decoding: name.utf8.map(FieldCharacters.lowercased), as: UTF8.self)
    return exact.contains(name) || telling.contains { name.contains($0) }
  }

  private static let exact: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "www-authenticate", "authentication-info", "key",
    "sig", "signature", "code", "pin",
  ]

  private static let telling = [
    "token", "secret", "passw", "api-key", "apikey", "api_key", "auth", "credential", "session", "access-key",
    "access_key", "private", "assertion",
  ]
}
