// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

/// Which field, query and form names may carry a credential: their values are not printed.
package enum SensitiveNames {
  /// Names that configurations declare secret, in lower case: those of the process, since the place that prints a URL
  /// or a field does not know which client it was for.
  private static let configured = Lock(Set<ExactText>())
  /// The names in their place, where a result must not depend on what else is in the process.
  @TaskLocal private static var own: Set<ExactText>?

  /// Whether a name is secret: the names in RFCs, names that say so themselves, and configured ones.
  package static func contains(_ name: some StringProtocol) -> Bool {
    if tellThemselves(name) { return true }
    // Whoever goes by names of its own has added them: most processes have none, and ask no further.
    let names = configured.withLock { $0 }
    return !names.isEmpty && (own ?? names).contains(ExactText(name.lowercasedASCII()))
  }

  /// Whether a name says so itself, regardless of the configuration.
  static func tellThemselves(_ name: some StringProtocol) -> Bool {
    let lower = name.lowercasedASCII()
    if exact.contains(lower) { return true }
    if harmless.contains(lower) { return false }
    let squeezed = squeezed(lower)
    return telling.contains { squeezed.contains(bytes: $0) } || words(of: name).contains(where: tellingWords.contains)
  }

  /// Takes names for secret from now on, whatever the case of their letters.
  package static func add(_ names: some Sequence<String>) {
    let names = folded(names)
    guard !names.isEmpty else { return }
    configured.withLock { $0.formUnion(names) }
  }

  /// Runs a closure that takes only these of the configured names for secret, whatever other configurations name.
  static func going<Value>(by names: [String], _ body: () -> Value) -> Value {
    add(names)
    return $own.withValue(Set(folded(names)), operation: body)
  }

  private static func folded(_ names: some Sequence<String>) -> [ExactText] {
    names.filter { !$0.isEmpty }.map { ExactText($0.lowercasedASCII()) }
  }

  private static let exact: Set<String> = ["key", "code", "pass"]

  /// Names with a telling part whose values are not secrets.
  private static let harmless: Set<String> = ["idempotency-key", "surrogate-key", "sec-websocket-key"]

  /// Parts of names, written without word separators.
  private static let telling = [
    "token", "secret", "passw", "passphrase", "apikey", "auth", "credential", "session", "cookie", "accesskey",
    "private", "assertion", "signature", "hmac", "jwt", "dpop", "subscriptionkey", "functionskey", "signingkey",
    "accountkey", "sharedkey", "passcode", "challengeresponse",
  ]

  /// Whole words of names.
  private static let tellingWords: Set<String> = ["key", "sig", "pwd", "pin", "otp", "totp", "sid", "psk", "sas"]

  /// The name without word separators, and without "author", which is not an authorization.
  private static func squeezed(_ name: String) -> String {
    let bytes = name.utf8.filter { FieldCharacters.isToken($0) && !dividers.contains($0) || $0 >= 0x80 }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.replacing(bytes: "authori", with: "auth-i").replacing(bytes: "author", with: "")
  }

  /// The words of a name, in lower case: `subscription-key`, `subscription_key` and `subscriptionKey` have two.
  private static func words(of name: some StringProtocol) -> [String] {
    var words: [[UInt8]] = [[]]
    var isAfterLower = false
    for byte in name.utf8 {
      let lower = FieldCharacters.lowercased(byte)
      if dividers.contains(byte) || isAfterLower && lower != byte { words.append([]) }
      if !dividers.contains(byte) { words[words.count - 1].append(lower) }
      isAfterLower = lower == byte && !dividers.contains(byte)
    }
    return words.map { String(decoding: $0, as: UTF8.self) }
  }

  private static let dividers = ByteSet("-_. []:$/?&;")
}
