// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension ResourceConfiguration {
  /// A short identifier of the settings for logs: the first 12 hexadecimal digits of the SHA-256 of ``redactedJSON()``.
  ///
  /// It is the same for every spelling and key order of the same settings, on every machine. It does not depend on
  /// secrets: configurations that differ only in a password have the same digest.
  public var digest: String {
    let text = redactedJSON().text(.sortedKeys)
    return String(SHA256.hexadecimal(of: text).prefix(12))
  }
}
