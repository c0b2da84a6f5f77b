// Copyright (c) 2026 the swift-resource-request authors. Licensed under Apache License 2.0; see LICENSE.

extension Headers {
  /// The names of the content codings in lower case, in the order in which they were applied (RFC 9110 §8.4).
  package var contentCodings: [String] {
    // Most heads have none.
    guard self["Content-Encoding"] != nil else { return [] }
    return values(for: "Content-Encoding").flatMap { field in
      field.utf8.split(separator: UInt8(ascii: ",")).map {
        String(HeaderFieldRules.trimmed(String(Substring($0)))).lowercasedASCII()
      }
    }
    .filter { !$0.isEmpty && $0 != "identity" }
  }
}
